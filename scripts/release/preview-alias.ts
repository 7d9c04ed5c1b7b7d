import { createHash } from "node:crypto";

/** Characters of one part of a host name. */
const longestLabel = 63;
const hashLength = 4;

/**
 * What a branch is called in the host name of its preview, `<alias>-<worker>.<subdomain>.workers.dev`: lower case letters,
 * digits and hyphens, from a letter on. A name that is cut has a hash at its end, so that two branches stay two.
 * @throws {Error} when nothing is left of it
 */
export function nameAlias(branch: string, worker: string): string {
  const plain = branch
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replace(/^[^a-z]+/, "")
    .replace(/-+$/, "");
  const room = longestLabel - worker.length - 1;
  if (plain === "" || room < hashLength + 2) throw new Error(`No host name can be made of the branch "${branch}".`);
  if (plain.length <= room && plain === branch) return plain;
  // Also where letters were changed: "a/b" and "a-b" are two branches.
  const hash = createHash("sha256").update(branch).digest("hex").slice(0, hashLength);
  return `${plain.slice(0, room - hashLength - 1).replace(/-+$/, "")}-${hash}`;
}
