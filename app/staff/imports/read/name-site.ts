/** The keys of sites whose files are imported. */

/** Names that many machines have. */
const unspecific = /^(?:localhost|\d[\d.]*|\[.*\]|.*\.(?:local|localhost|test|invalid|internal|lan))$/;

/**
 * The address of a site, as a key: without scheme, "www." and the slash at its end, "old.example/blog".
 * Null for what is no address, or one that many sites have, such as "localhost".
 */
export function nameAddress(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^https?:$/.test(url.protocol) || unspecific.test(url.hostname)) return null;
  return (url.host.replace(/^www\./, "") + url.pathname.replace(/(?<!\/)\/+$/, "")).slice(0, 200);
}

/**
 * A name for the site of a file that does not say it: what the site calls itself, or the name of the file without what
 * systems put into it: "my-blog.ghost.2024-05-01-10-00-00 (1).json" is "my-blog".
 */
export function proposeName(hint: string, fileName: string): string {
  const plain = fileName
    .replace(/ ?\(\d+\)(?=\.[a-z]+$)/i, "")
    .replace(/\.[a-z0-9]{1,8}$/i, "")
    .replaceAll(/\d{4}-?\d\d-?\d\d(?:[-_T.]?\d\d(?:[-_.:]?\d\d){1,2})?/g, "")
    .replaceAll(/(?<![a-z])(?:ghost|wordpress|export|backup)(?![a-z])/gi, "")
    .replaceAll(/[-_. ]{2,}/g, " ")
    .replaceAll(/^[-_. ]+|(?<![-_. ])[-_. ]+$/g, "");
  return (hint.trim() || plain || fileName.trim() || "Another site").slice(0, 120);
}
