import { isMap, isScalar, type YAMLMap } from "yaml";
import { isSetting, type SettingTree } from "./setting.ts";
import { SETTINGS } from "./settings.ts";

/** All keys of the configuration as the documentation names them, e.g. `storage.engine`. */
const PATHS = pathsIn(SETTINGS, "");

/**
 * Where a key belongs that is unknown where it stands: it is in the wrong section, or written with dots, as the documentation names it.
 * `undefined` if no key is called that, or several are.
 */
export function rightPath(written: string): string | undefined {
  if (PATHS.includes(written)) return written;
  const name = written.slice(written.lastIndexOf(".") + 1);
  const found = PATHS.filter((path) => path === name || path.endsWith(`.${name}`));
  return found.length === 1 ? found[0] : undefined;
}

/** The whole paths of the keys that are written somewhere else in the file. */
export function misplacedPaths(map: YAMLMap, tree: SettingTree = SETTINGS, path = ""): string[] {
  return map.items.flatMap(({ key, value }) => {
    const name = isScalar(key) ? String(key.value) : "?";
    const entry = Object.hasOwn(tree, name) ? tree[name] : undefined;
    if (entry !== undefined && isSetting(entry)) return [];
    const right = entry === undefined ? rightPath(path + name) : undefined;
    return [
      ...(right === undefined ? [] : [right]),
      ...(isMap(value) ? misplacedPaths(value, entry ?? {}, `${path}${name}.`) : []),
    ];
  });
}

/** Says where a key belongs, for a complaint about it. */
export function placeInWords(path: string): string {
  const end = path.lastIndexOf(".");
  if (end < 0) return `"${path}" belongs at the beginning of a line, in no section`;
  return `"${path.slice(end + 1)}" belongs into the section "${path.slice(0, end)}"`;
}

function pathsIn(tree: SettingTree, path: string): string[] {
  return Object.entries(tree).flatMap(([name, entry]) =>
    isSetting(entry) ? [path + name] : pathsIn(entry, `${path}${name}.`),
  );
}
