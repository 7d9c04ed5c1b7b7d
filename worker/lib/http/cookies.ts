/** The value of one request cookie, or null. Where a name comes twice the first counts. */
export function readCookie(request: Request, name: string): string | null {
  for (const pair of (request.headers.get("Cookie") ?? "").split(";")) {
    const at = pair.indexOf("=");
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return null;
}

interface CookieOptions {
  /** Seconds; 0 removes the cookie. */
  maxAge: number;
  /** False lets scripts read it. */
  httpOnly?: boolean;
}

/** A Set-Cookie value for the whole site: Secure, SameSite=Lax, HttpOnly by default. */
export function writeCookie(name: string, value: string, { maxAge, httpOnly = true }: CookieOptions): string {
  return `${name}=${value}; Path=/; Max-Age=${maxAge}; Secure; SameSite=Lax${httpOnly ? "; HttpOnly" : ""}`;
}
