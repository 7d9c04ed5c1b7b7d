import { linkStandIn } from "#shared/hiring/mail-variables.ts";

/** Where a token stands. Programs that look into mails pack a link into one of their own (`%2F`), and break long lines. */
const slash = "(?:/|%(?:25)*2f)";
const broken = "(?:=?[ \\t]*\\n[> \\t]*)?";
const privatePath = new RegExp(`${slash}careers${slash}application${slash}(?:${broken}[\\w-]){43}`, "gi");
/** No text of a mail has it. */
const mark = "\0";

/** `text` without candidates' private links, which a reply quotes from our mails: whoever has one can withdraw the application. */
export function hidePrivateLinks(text: string): string {
  return text
    .replaceAll(privatePath, mark)
    .replaceAll(/[^\s<>"()[\]]+/g, (word) => (word.includes(mark) ? linkStandIn : word));
}
