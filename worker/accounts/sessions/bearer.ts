/** The token of `Authorization: Bearer …` (RFC 6750), or null. When this header is present, cookies are ignored. */
export function readBearer(request: Request): string | null {
  return /^Bearer ([\w.~+/-]+=*)$/i.exec(request.headers.get("Authorization") ?? "")?.[1] ?? null;
}
