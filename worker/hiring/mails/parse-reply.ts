import { readAddress } from "#shared/text/email-address.ts";
import { cleanLine } from "#shared/text/clean-line.ts";

/** A reply as somebody pasted it: with those headers of the mail that were pasted. */
export interface ParsedReply {
  /** Bare address of the sender; null where none was found. */
  from: string | null;
  /** Epoch milliseconds; null where none was found. */
  at: number | null;
  subject: string | null;
  body: string;
  /** What it quotes of the mails before it, with its introduction. */
  quoted: string;
}

const header = /^([A-Za-z][A-Za-z-]{1,40}): ?(.*)$/;
const known = new Set(["from", "date", "sent", "subject"]);
/** "On 20 November 2026, Ada wrote:", which mail programs may break into two lines, and what Outlook writes instead. */
const introduction = /^(on\b.{5,300}\bwrote:|le\b.{5,300}\ba écrit ?:|am\b.{5,300}\bschrieb\b.{0,200}:)$/i;
const divider = /^(-{2,} ?(original|forwarded) (message|mail).{0,40}|_{10,})$/i;

/**
 * Takes a pasted mail apart. Headers count only where the text begins with a block of them that has one of From, Date, Sent
 * and Subject; anything else is text. Parts in other encodings stay as they are.
 */
export function parseReply(raw: string): ParsedReply {
  const lines = raw.replaceAll("\r\n", "\n").replace(/^\n+/, "").split("\n");
  const { fields, rest } = readHeaders(lines);
  const { body, quoted } = splitQuoted(rest);
  const date = fields.get("date") ?? fields.get("sent");
  const subject = decodeWords(fields.get("subject") ?? "");
  return {
    from: findSender(fields.get("from") ?? ""),
    at: date === undefined ? null : readDate(date),
    subject: cleanLine(subject, 200) || null,
    body,
    quoted,
  };
}

function readHeaders(lines: readonly string[]): { fields: Map<string, string>; rest: readonly string[] } {
  const fields = new Map<string, string>();
  let last = "";
  let at = 0;
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (line.trim() === "") break;
    const [, name, value = ""] = header.exec(line) ?? [];
    if (name === undefined && /^[ \t]/.test(line) && last !== "") {
      fields.set(last, `${fields.get(last)} ${line.trim()}`);
      continue;
    }
    if (name === undefined) return { fields: new Map(), rest: lines };
    last = name.toLowerCase();
    fields.set(last, value.trim());
  }
  if (![...fields.keys()].some((name) => known.has(name))) return { fields: new Map(), rest: lines };
  return { fields, rest: lines.slice(at) };
}

/** The quotation is all from its introduction on, or the lines with ">" at the end. */
function splitQuoted(lines: readonly string[]): Pick<ParsedReply, "body" | "quoted"> {
  let at = lines.findIndex((line, place) => isQuotationStart(line, lines[place + 1] ?? ""));
  if (at === -1) {
    at = lines.length;
    while (at > 0 && /^(>|\s*$)/.test(lines[at - 1] ?? "")) at -= 1;
    if (!lines.slice(at).some((line) => line.startsWith(">"))) at = lines.length;
  }
  const [body, quoted] = [lines.slice(0, at), lines.slice(at)].map((part) => part.join("\n").trim());
  // A mail that answers below or between what it quotes stays in one piece.
  if (!body && quoted) return { body: quoted, quoted: "" };
  return { body: body ?? "", quoted: quoted ?? "" };
}

function isQuotationStart(line: string, next: string): boolean {
  const text = line.trim();
  if (divider.test(text)) return true;
  if (introduction.test(text) || introduction.test(`${text} ${next.trim()}`)) return text.length < 300;
  return false;
}

function findSender(text: string): string | null {
  const found = /<([^<>\s]+@[^<>\s@]+)>/.exec(text) ?? /(?<![^\s<>()",;:])([^\s<>()",;:]+@[^\s<>()",;:@]+)/.exec(text);
  return found?.[1] === undefined ? null : (readAddress(found[1]).address ?? found[1].slice(0, 254));
}

/** The comment that names the zone is left out. */
function readDate(text: string): number | null {
  const at = Date.parse(text.replace(/\([^()]*\)/g, "").trim());
  return Number.isNaN(at) ? null : at;
}

/** Words of a header that are encoded as in RFC 2047; what cannot be read stays as it is. */
function decodeWords(text: string): string {
  return text
    .replace(/(\?=)\s+(=\?)/g, "$1$2")
    .replace(
      /=\?([\w-]+)\?([BQ])\?([^?\s]*)\?=/gi,
      (whole: string, charset: string, encoding: string, words: string) => {
        try {
          const binary =
            encoding.toUpperCase() === "B"
              ? atob(words)
              : words
                  .replaceAll("_", " ")
                  .replace(/=([0-9A-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
          return new TextDecoder(charset).decode(Uint8Array.from(binary, (letter) => letter.charCodeAt(0)));
        } catch {
          return whole;
        }
      },
    );
}
