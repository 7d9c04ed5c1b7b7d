/** `path` without percent escapes, but for those of `/`, `?` and the like; as it is when its escapes make no sense. */
export function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
