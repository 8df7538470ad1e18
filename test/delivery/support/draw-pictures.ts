import { defaultConfig } from "../../../src/core/config/read-config.ts";
import { allChannels, type ChannelName } from "../../../src/core/index.ts";
import { englishMessages } from "../../../src/testing/unpublished/english-messages.ts";
import { oneOfEach } from "./sample-alerts.ts";

const WIDTH = 640;
const LINE = 20;

interface EmbedBody {
  content: string;
  embeds: { title: string; color: number; fields: { name: string; value: string }[]; timestamp: string }[];
}

/** Draws what each channel shows for one alert of each type, from the bodies that are really sent. */
export function drawPictures(): Map<ChannelName, string> {
  const messages = englishMessages();
  const alerts = oneOfEach(messages);
  const pictures = new Map<ChannelName, string>();
  for (const channel of allChannels(defaultConfig().notifications)) {
    const bodies = alerts.map((alert) => channel.alertBody(alert, messages));
    pictures.set(channel.name, DRAWERS[channel.name](bodies));
  }
  return pictures;
}

const DRAWERS: Record<ChannelName, (bodies: readonly object[]) => string> = {
  embed_chat: (bodies) =>
    picture(
      "#313338",
      bodies.map((body) => embed(body as EmbedBody)),
    ),
  bot_chat: (bodies) =>
    picture(
      "#d6e4ee",
      bodies.map((body) => bubble(textOf(body))),
    ),
  hook_chat: (bodies) =>
    picture(
      "#ffffff",
      bodies.map((body) => post(unescaped(textOf(body)))),
    ),
  generic: (bodies) =>
    picture(
      "#f6f8fa",
      bodies.map((body) => code(JSON.stringify(body, null, 2))),
    ),
};

/** A part of a picture: what it draws from y = 0 down, and how high it is. */
interface Part {
  readonly svg: string;
  readonly height: number;
}

function embed({ content, embeds: [shown] }: EmbedBody): Part {
  const { title, color, fields, timestamp } = shown!;
  const rows: string[] = [];
  let y = 72;
  rows.push(text(92, y, title, "#ffffff", 'font-weight="bold"'));
  for (const { name, value } of fields) {
    y += LINE + 6;
    rows.push(text(92, y, name, "#ffffff", 'font-size="13" font-weight="bold"'));
    for (const line of wrapped(value, 66)) {
      y += LINE;
      rows.push(text(92, y, line, "#dbdee1"));
    }
  }
  y += LINE + 4;
  rows.push(text(92, y, timestamp.replace("T", " ").slice(0, 16), "#b5bac1", 'font-size="12"'));
  const bar = `#${color.toString(16).padStart(6, "0")}`;
  return {
    height: y + 20,
    svg: [
      avatar("#5865f2"),
      text(76, 22, "Doubletake", "#ffffff", 'font-weight="bold"'),
      text(76, 42, content, "#dbdee1"),
      `<rect x="76" y="52" width="540" height="${y - 40}" rx="4" fill="#2b2d31"/>`,
      `<rect x="76" y="52" width="5" height="${y - 40}" rx="2" fill="${bar}"/>`,
      ...rows,
    ].join("\n"),
  };
}

function bubble(message: string): Part {
  const lines = message.split("\n").flatMap((line) => wrapped(line, 66));
  const height = lines.length * LINE + 40;
  return {
    height: height + 12,
    svg: [
      avatar("#3390ec"),
      `<rect x="70" y="4" width="546" height="${height}" rx="12" fill="#ffffff"/>`,
      text(86, 26, "Doubletake", "#3390ec", 'font-weight="bold"'),
      ...lines.map((line, at) => text(86, 48 + at * LINE, line, "#000000")),
    ].join("\n"),
  };
}

function post(message: string): Part {
  const lines = message.split("\n").flatMap((line) => wrapped(line, 68));
  return {
    height: lines.length * LINE + 40,
    svg: [
      avatar("#4a154b"),
      text(72, 20, "Doubletake", "#1d1c1d", 'font-weight="bold"'),
      ...lines.map((line, at) => text(72, 42 + at * LINE, line, "#1d1c1d")),
    ].join("\n"),
  };
}

function code(json: string): Part {
  const lines = json.split("\n").flatMap((line) => wrapped(line, 74));
  const font = 'font-family="monospace" font-size="13"';
  return {
    height: lines.length * LINE + 16,
    svg: lines.map((line, at) => text(24, 20 + at * LINE, line, "#24292f", font)).join("\n"),
  };
}

function picture(background: string, parts: readonly Part[]): string {
  let y = 16;
  const drawn = parts.map(({ svg, height }) => {
    const group = `<g transform="translate(0 ${y})">\n${svg}\n</g>`;
    y += height;
    return group;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${y}" viewBox="0 0 ${WIDTH} ${y}" font-family="Helvetica, Arial, sans-serif" font-size="14">`,
    "<title>One alert of each type</title>",
    `<rect width="${WIDTH}" height="${y}" fill="${background}"/>`,
    ...drawn,
    "</svg>",
    "",
  ].join("\n");
}

function avatar(colour: string): string {
  return `<circle cx="40" cy="24" r="20" fill="${colour}"/>\n${text(29, 29, "DT", "#ffffff", 'font-weight="bold"')}`;
}

function text(x: number, y: number, content: string, colour: string, more = ""): string {
  const written = content.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<text x="${x}" y="${y}" fill="${colour}" xml:space="preserve"${more && ` ${more}`}>${written}</text>`;
}

function wrapped(value: string, columns: number): string[] {
  return value
    .split("\n")
    .flatMap((line) => line.match(new RegExp(`.{1,${columns}}(?:\\s|$)|.{1,${columns}}`, "g")) ?? [""]);
}

function textOf(body: object): string {
  return (body as { text: string }).text;
}

function unescaped(message: string): string {
  return message.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
