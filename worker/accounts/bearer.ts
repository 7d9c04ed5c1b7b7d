/** The token of `Authorization: Bearer …` (RFC 6750), or null. Where the header is there at all, cookies do not count. */
export function readBearer(request: Request): string | null {
  return /^Bearer ([\w.~+/-]+=*)$/i.exec(request.headers.get("Authorization") ?? "")?.[1] ?? null;
}
