import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

const root = join(import.meta.dirname, "../..");
const modules = join(root, "node_modules");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { devDependencies: object };
/** What a clone has: what git knows, and what it would know after a commit. */
const CLONED = ["ls-files", "--cached", "--others", "--exclude-standard"];

interface Outcome {
  readonly status: number | null;
  readonly output: string;
}

/**
 * A project with the package installed as npm would install it: packed in a clean clone, unpacked, with its dependencies and both
 * game servers beside it.
 */
export class PackedProject {
  readonly dir: string;
  /** Every file of the package, as the archive names it. */
  readonly files: readonly string[];

  /** `dir` is an empty folder. */
  constructor(dir: string) {
    this.dir = dir;
    const clone = this.#clone();
    this.#expect("npm", ["pack", "--offline", "--pack-destination", this.dir], clone);
    const archive = readdirSync(this.dir).find((file) => file.endsWith(".tgz"))!;
    this.#expect("tar", ["-xzf", archive]);
    this.files = readdirSync(join(this.dir, "package"), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(join(this.dir, "package"), join(entry.parentPath, entry.name)));
    this.#install();
  }

  /** The text of a file in the package. */
  text(file: string): string {
    return readFileSync(join(this.dir, "package", file), "utf8");
  }

  /** Runs a script of the project. */
  run(name: string, text: string): Outcome {
    writeFileSync(join(this.dir, name), text);
    return this.#run(process.execPath, [name]);
  }

  /** Checks the types of a file. */
  check(name: string, text: string): Outcome {
    writeFileSync(join(this.dir, name), text);
    const words = [
      "--noEmit",
      "--strict",
      "--module",
      "nodenext",
      "--moduleResolution",
      "nodenext",
      "--target",
      "es2024",
    ];
    return this.#run("tsc", [...words, "--types", "node", "--skipLibCheck", name]);
  }

  /** Makes the clone. Everything that it needs is already installed there, as links. */
  #clone(): string {
    const clone = join(this.dir, "clone");
    const tracked = spawnSync("git", CLONED, { cwd: root, encoding: "utf8" }).stdout.split("\n");
    for (const file of tracked.filter((name) => name !== "" && existsSync(join(root, name))))
      cpSync(join(root, file), join(clone, file));
    const own = join(clone, "node_modules");
    mkdirSync(own);
    for (const name of readdirSync(modules).filter((entry) => entry === ".bin" || !entry.startsWith(".")))
      symlinkSync(join(modules, name), join(own, name));
    const lock = readFileSync(join(clone, "package-lock.json"));
    writeFileSync(join(own, ".doubletake-setup"), createHash("sha256").update(lock).digest("hex"));
    return clone;
  }

  /** Links all packages except our dev dependencies. flying-squid is copied, because it looks for its plugins beside its real location. */
  #install(): void {
    const own = join(this.dir, "node_modules");
    mkdirSync(own);
    for (const name of readdirSync(modules)) {
      if (!name.startsWith(".") && !(name in manifest.devDependencies))
        symlinkSync(join(modules, name), join(own, name));
    }
    cpSync(join(modules, "flying-squid"), join(own, "flying-squid"), { recursive: true });
    cpSync(join(this.dir, "package"), join(own, "doubletake"), { recursive: true });
  }

  #expect(command: string, words: readonly string[], cwd = this.dir): void {
    const { status, output } = this.#run(command, words, cwd);
    if (status !== 0) throw new Error(`${command} ${words.join(" ")}\n${output}`);
  }

  #run(command: string, words: readonly string[], cwd = this.dir): Outcome {
    const env = { ...process.env, PATH: `${join(modules, ".bin")}:${process.env.PATH}` };
    const { status, stdout, stderr } = spawnSync(command, words, { cwd, env, encoding: "utf8", timeout: 120_000 });
    return { status, output: stdout + stderr };
  }
}
