/** Where clients and workers alike put what a run is started with: named by content, so that both find the same object. */

/** Inputs and long prompts. */
export function inputKey(sha256: string): string {
  return `inputs/${sha256}`;
}

/** A packed skill. */
export function bundleKey(name: string, digest: string): string {
  return `skills/${name}/${digest}`;
}
