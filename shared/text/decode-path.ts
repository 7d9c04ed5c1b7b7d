// Bundle: alone
/**
 * `path` with percent escapes decoded, except those of `/`, `?` and similar characters. An invalid escape leaves the
 * path as it is.
 */
export function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
