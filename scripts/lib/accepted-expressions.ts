/**
 * Expressions that the judge calls super-linear or cannot judge, and those that are made of parts while the site runs: why
 * none of them can hold the site up. Each as it is written in the code, made ones with one space for each gap.
 */
export const acceptedExpressions: Readonly<Record<string, string>> = {
  [String.raw`/[\p{M}\uFF9E\uFF9F]{30}(?=[\p{M}\uFF9E\uFF9F])/gu`]: "Looks at 31 characters from each place at most.",
  [String.raw`/eyJ[\w-]{1,512}\.[\w-]+\.[\w-]*/g`]: "Looks at 512 characters from each place at most before a dot.",
  [String.raw`/[\w-]{22,36}\.(?:\d{1,15}\.)?[\w-]{43,}/g`]:
    "Looks at 36 characters from each place at most before a dot, and 15 places at most lead to one dot.",
  'new RegExp(`/(?:${spelled.join("|")})(?![A-Za-z]|#[4-7])`)':
    "Names of a PDF, at most 13 letters after a slash, each written in one of two ways.",
  'new RegExp(`^(${id})\\\\.(.*)$`, "s")': "Begins at the start, and the id is a fixed pattern of one length.",
  [String.raw`/\((prefers-c.*?|m..-width:0)\)/`]:
    "Reads the conditions of the site's own pictures; part of a script in every page, where each byte counts.",
  "new RegExp(`^${id}$`)": "Begins at the start, and the id is a fixed pattern of one length.",
  'new RegExp(`( (?:${addresses})=")([^"]*)`, "g")':
    "Looks for an attribute in one tag, and what follows always matches.",
  'new RegExp(`(?<=\\\\]\\\\(\\\\s?<?|\\\\]:\\\\s?<?|=")(?:${pattern})(?=[)\\\\s>"]|$)`, "gm")':
    "Looks back a few characters; the addresses are text.",
  'new RegExp(String.raw`^(?:${sign === "---" ? "---|\\\\.\\\\.\\\\." : "\\\\+\\\\+\\\\+"})[ \\t]*$`, "m")':
    "Begins at the start of a line and takes blanks of that line alone.",
  'new RegExp(String.raw`^[ \\t]*${name}[ \\t]*[:=][ \\t]*["\']?([^"\'\\s#]{1,300})`, "im")':
    "Begins at the start of a line and takes blanks of that line alone.",
  "new RegExp(String.raw`\\b${attribute}\\s*=\\s*(?:\"([^\"]*)\"|'([^']*)')`)":
    "Takes what follows the name of an attribute up to the next quotation mark.",
  'new RegExp(`^${odtType.replaceAll(".", "\\\\.")}(?:-template)?$`)': "The whole of a fixed name.",
  'new RegExp(`(?:(${searchFields.join("|")}):\\\\s*)?(?:"([^"]*)(?:"|$)(\\\\*?)|(\\\\S+))`, "giu")':
    "Each part takes words up to the next blank or quotation mark, and matches.",
  'new RegExp(`^[${joiners}]$`, "u")': "One character.",
  'new RegExp(`${slash}careers${slash}application${slash}(?:${broken}[\\\\w-]){43}`, "gi")':
    "As long as the token of an application, after fixed words.",
  'new RegExp(`<script([^>]*) nonce="${nonce}"([^>]*)>([^]*?)</script>`, "g")':
    "Reads pages that the site itself has rendered, in which every tag has an end.",
  'new RegExp(`<script[^>]* nonce="${nonce}"[^>]*>[^]*?</script>`, "g")':
    "Reads pages that the site itself has rendered, in which every tag has an end.",
  "new RegExp(`^${colour}$`)": "Begins at one place; numbers and colours are bounded.",
  "new RegExp(`^${number}$`)": "Begins at one place; numbers and colours are bounded.",
  'new RegExp( `<svg xmlns="http://www\\\\.w3\\\\.org/2000/svg" width="(\\\\d{1,4})" height="(\\\\d{1,4})" viewBox="${number} ${number} ${number} ${number}">`, "y", )':
    "Begins at one place; numbers and colours are bounded.",
  "new RegExp( `^[A-Z][a-z]{2}, \\\\d\\\\d ${months} \\\\d{4} [\\\\d:]{8} GMT$` + `|^[A-Z][a-z]{5,8}, \\\\d\\\\d-${months}-\\\\d\\\\d [\\\\d:]{8} GMT$` + `|^[A-Z][a-z]{2} ${months} [ \\\\d]\\\\d [\\\\d:]{8} \\\\d{4}$`, )":
    "The whole of a date of fixed length.",
  'new RegExp(`[${joiners}]`, "gu")': "One character.",
};
