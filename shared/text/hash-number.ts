/**
 * Hashes text to an unsigned 32-bit integer (FNV-1a over UTF-16 code units), fast and for no secret.
 * The same text gives the same number on every machine: app/art draws by it, so another one would draw other pictures.
 */
export function hashNumber(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
