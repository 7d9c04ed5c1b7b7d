import type { FileWarning } from "#shared/hiring/application-files.ts";
import { toLatin } from "./source.ts";

/** Words of RTF that carry other files, or load something when it is opened. */
const activeWord = /\\(?:objdata|objupdate|objautlink|objlink|objemb|\*\\template|template)(?![a-z])/;
const overlap = 32;

/** Looks through RTF as it streams by. */
export function watchRtf() {
  let rest = "";
  let isActive = false;
  return {
    note(chunk: Uint8Array): void {
      const text = rest + toLatin(chunk);
      if (activeWord.test(text)) isActive = true;
      rest = text.slice(-overlap);
    },
    warnings: (): FileWarning[] => (isActive ? ["active"] : []),
  };
}

/** Looks whether what streams by is text: UTF-8, UTF-16 with its mark, or bytes without control characters. */
export function watchText(start: Uint8Array) {
  const isWide = (start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff);
  const decoder = new TextDecoder(start[0] === 0xfe ? "utf-16be" : "utf-16le");
  let isText = true;
  return {
    note(chunk: Uint8Array): void {
      if (!isText) return;
      const text = isWide ? decoder.decode(chunk, { stream: true }) : toLatin(chunk);
      // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
      if (/[\u0000-\u0008\u000E-\u001A\u001C-\u001F]/.test(text)) isText = false;
    },
    isText: () => isText,
  };
}
