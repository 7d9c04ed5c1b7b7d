/** Only these have a host and a path of their own; `blob:` and the like wrap another address, or hold data. */
export function isWebAddress({ protocol }: URL): boolean {
  return protocol === "https:" || protocol === "http:";
}
