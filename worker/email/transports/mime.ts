import { encodeText, nameMessage, type OutgoingMail, toAsciiAddress, toBase64 } from "./transport.ts";

const lineEnd = "\r\n";
/** Bytes of text in an encoded word: with the name of its header they fit on a line. */
const encodedWord = 39;

/**
 * A mail as bytes for SMTP (RFC 5322, MIME): a text with its HTML, and files. Every line is ASCII and at most 76 characters, but
 * headers with an address of other letters.
 */
export function writeMessage(mail: OutgoingMail, sentAt: Date): string {
  const boundary = (kind: string) => `=_${kind}_${mail.id}`;
  const texts = writeParts("alternative", boundary("texts"), [
    writeText("text/plain", mail.text),
    writeText("text/html", mail.html),
  ]);
  const headers: [name: string, value: string][] = [
    ["Date", sentAt.toUTCString().replace("GMT", "+0000")],
    ["From", toAsciiAddress(mail.from)],
    ["To", toAsciiAddress(mail.to)],
    ...(mail.replyTo === null ? [] : [["Reply-To", toAsciiAddress(mail.replyTo)] as [string, string]]),
    ["Subject", encodeHeader(mail.subject)],
    ["Message-ID", nameMessage(mail)],
    ["MIME-Version", "1.0"],
    ...Object.entries(mail.headers),
  ];
  const body =
    mail.files.length === 0 ? texts : writeParts("mixed", boundary("files"), [texts, ...mail.files.map(writeFile)]);
  return headers.map(([name, value]) => `${name}: ${value}${lineEnd}`).join("") + body + lineEnd;
}

function writeParts(kind: string, boundary: string, parts: readonly string[]): string {
  return [
    `Content-Type: multipart/${kind};${lineEnd} boundary="${boundary}"`,
    "",
    ...parts.flatMap((part) => [`--${boundary}`, part]),
    `--${boundary}--`,
  ].join(lineEnd);
}

function writeText(type: string, text: string): string {
  return [
    `Content-Type: ${type}; charset=utf-8`,
    "Content-Transfer-Encoding: quoted-printable",
    "",
    encodeQuotedPrintable(text),
  ].join(lineEnd);
}

function writeFile({ name, type, content }: OutgoingMail["files"][number]): string {
  const lines = toBase64(content).match(/.{1,76}/g) ?? [];
  const safe = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return [
    `Content-Type: ${type}`,
    "Content-Transfer-Encoding: base64",
    `Content-Disposition: attachment; filename*=UTF-8''${safe}`,
    "",
    ...lines,
  ].join(lineEnd);
}

/** A line of header text; what is not ASCII, or too long for one line, as encoded words (RFC 2047). */
function encodeHeader(text: string): string {
  if (/^[\u0020-\u007E]{0,60}$/.test(text) && !text.includes("=?")) return text;
  const words: string[] = [];
  let word = "";
  for (const sign of text) {
    if (encodeText(word + sign).length > encodedWord) {
      words.push(word);
      word = "";
    }
    word += sign;
  }
  return [...words, word].map((each) => `=?utf-8?B?${toBase64(each)}?=`).join(`${lineEnd} `);
}

/** Text of any line ends as quoted-printable (RFC 2045): lines of 76 characters at most, none of which begins with a dot. */
function encodeQuotedPrintable(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map(encodeLine)
    .join(lineEnd);
}

function encodeLine(text: string): string {
  const bytes = encodeText(text);
  let line = "";
  let lines = "";
  bytes.forEach((byte, index) => {
    const isBlank = byte === 32 || byte === 9;
    const isPlain = isBlank ? index < bytes.length - 1 : byte > 32 && byte < 127 && byte !== 61;
    if (line.length + (isPlain ? 1 : 3) > 75) {
      lines += `${line}=${lineEnd}`;
      line = "";
    }
    const isDot = byte === 46 && line === "";
    line += isPlain && !isDot ? String.fromCharCode(byte) : `=${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  });
  return lines + line;
}
