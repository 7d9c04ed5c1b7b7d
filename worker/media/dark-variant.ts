/** Where the dark variant of a picture lies, if it has one: "demo/x-dark.svg" beside "demo/x.svg". */
export function toDarkVariantKey(key: string): string {
  return key.replace(/(?=\.[a-z]+$)/, "-dark");
}
