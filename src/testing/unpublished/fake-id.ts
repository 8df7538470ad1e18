/** The n-th item id of a test. A fake service gives them out in this order, from 1 on. */
export function fakeId(n: number): string {
  return `00000000-0000-4000-8000-${n.toString(16).padStart(12, "0")}`;
}
