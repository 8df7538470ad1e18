// npm run draw-demo [-- <recorded file>]: runs the demo, records its output, and draws docs/demo.svg, in which the lines appear
// one after another. With a file, draws that recording instead.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const COLUMNS = 112;
const ROWS = 26;
const LINE = 18;
const MARGIN = 16;
const WIDTH = 920;
/** Time to read a line, and the longer pause before a scene. */
const SECONDS = { line: 0.35, scene: 1.2 };
/** The class that colours a line, by its first character. */
const SIGNS: Readonly<Record<string, string>> = { "▸": "scene", "✔": "good", "✘": "bad", "▌": "bar" };

const [recorded] = process.argv.slice(2);
const text = recorded === undefined ? record() : readFileSync(recorded, "utf8");
writeFileSync(join(import.meta.dirname, "..", "docs", "demo.svg"), draw(text.trim().split("\n").flatMap(wrap)));

function record(): string {
  const env = { ...process.env, NO_COLOR: "1" };
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, "demo.ts")], {
    env,
    encoding: "utf8",
  });
  if (status === 0) return stdout;
  console.error(stderr);
  process.exit(1);
}

interface Line {
  readonly text: string;
  readonly kind: string;
  readonly isScene: boolean;
}

function wrap(text: string): Line[] {
  // Hides the folder in which it was run.
  const said = text.replace(/\S*(doubletake-demo-)\w+/, "/tmp/$1…");
  const sign = Object.keys(SIGNS).find((candidate) => said.trimStart().startsWith(candidate));
  const kind = sign === undefined ? "plain" : SIGNS[sign]!;
  const parts = said.match(new RegExp(`.{1,${COLUMNS}}(\\s|$)`, "gu")) ?? [""];
  return parts.map((part, at) => ({
    text: at === 0 ? part.trimEnd() : `    ${part.trimEnd()}`,
    kind,
    isScene: at === 0 && kind === "scene",
  }));
}

function draw(lines: readonly Line[]): string {
  const times: number[] = [];
  let now = 0;
  for (const { isScene } of lines) {
    now += isScene ? SECONDS.scene : SECONDS.line;
    times.push(now);
  }
  const rows = lines.map(({ text: said, kind }, at) => {
    const y = MARGIN + (at + 1) * LINE;
    const begin = times[at]!.toFixed(2);
    return `<text class="${kind}" x="${MARGIN}" y="${y}" visibility="hidden">${escaped(said)}<set attributeName="visibility" to="visible" begin="${begin}s"/></text>`;
  });
  const scrolls = lines.map((_, at) => `0 ${-Math.max(0, at + 1 - ROWS) * LINE}`);
  const moments = times.map((time) => (time / now).toFixed(4));
  const height = ROWS * LINE + 2 * MARGIN;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}">
<title>npm run demo</title>
<style>text{font:13px monospace;white-space:pre;fill:#d6deeb}.scene{fill:#7fdbca;font-weight:bold}.good{fill:#addb67}.bad{fill:#ff6b6b}.bar{fill:#ff8f8f}</style>
<rect width="${WIDTH}" height="${height}" rx="8" fill="#011627"/>
<g><animateTransform attributeName="transform" type="translate" calcMode="discrete" dur="${now.toFixed(2)}s" fill="freeze" values="0 0;${scrolls.join(";")}" keyTimes="0;${moments.join(";")}"/>
${rows.join("\n")}
</g>
</svg>
`;
}

function escaped(said: string): string {
  return said.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
