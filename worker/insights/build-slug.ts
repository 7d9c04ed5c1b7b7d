/** The last part of an address, made of a title: "Über-Cloud & Co" becomes "uber-cloud-co". "article" if nothing is left. */
export function buildSlug(title: string): string {
  const words = title
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}+/gu, "")
    .replaceAll(/['’]/g, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 100)
    .replaceAll(/^-+|-+$/g, "");
  return words || "article";
}
