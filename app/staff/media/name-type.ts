/** "JPEG" for "image/jpeg". */
export function nameType(type: string): string {
  const name = type.split("/")[1] ?? "";
  return name === "webp" ? "WebP" : name.toUpperCase();
}
