import { cleanLine } from "#shared/text/clean-line.ts";
import { takeNumber } from "#shared/text/take-number.ts";

/** Longest name in an archive, so that every system can unpack it. */
const longestName = 120;

/**
 * Makes the names of files in one folder of an archive: readable, safe on every system, and no two alike, also where capitals
 * do not count. The second "cv.pdf" is "cv (2).pdf".
 */
export function nameUniquely(): (name: string) => string {
  const taken = new Map<string, number>();
  return (name) => {
    const last = name.split(/[/\\]/).at(-1) ?? "";
    const clean =
      cleanLine(last.replaceAll(/[<>:"|?*\u061c\u200e\u200f]/g, "_"), 200)
        .replace(/(?<![. ])[. ]+$/, "")
        .replace(/^\.+/, "") || "file";
    // Windows writes no file that is named as one of its devices.
    const safe = /^(con|conin\$|conout\$|prn|aux|nul|(com|lpt)[\d¹²³])\s*(\.|$)/i.test(clean) ? `_${clean}` : clean;
    const [, stem = safe, ending = ""] = /^(.+?)(\.[^.]{1,10})$/.exec(safe) ?? [];
    const short = stem.slice(0, longestName - ending.length).toWellFormed();
    const write = (turn: number) => (turn === 1 ? short + ending : `${short} (${turn})${ending}`);
    return write(takeNumber(taken, write(1).toLowerCase(), (turn) => write(turn).toLowerCase()));
  };
}
