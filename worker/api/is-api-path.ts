/** True for the paths that the API answers. */
export function isApiPath(pathname: string): boolean {
  return pathname === "/api" || pathname.startsWith("/api/") || pathname === "/.well-known/jwks.json";
}
