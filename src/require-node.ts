/** The oldest version that package.json allows. */
const LEAST = [22, 13] as const;

/** Says what is wrong with the Node that runs this; `undefined` if nothing is. */
export function nodeProblem(version: string = process.versions.node): string | undefined {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > LEAST[0] || (major === LEAST[0] && minor >= LEAST[1])) return undefined;
  return `Doubletake needs Node ${LEAST.join(".")} or newer; this is Node ${version}. Install a newer one, and start again.`;
}
