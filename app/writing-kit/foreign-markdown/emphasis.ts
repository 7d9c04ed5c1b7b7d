import type MarkdownIt from "markdown-it";

/** Writing without blanks between words, with its punctuation. */
const unspaced = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\uFF00-\uFFEF]/u;

/** A part of a word where blanks are between words. */
const letter = /[\p{L}\p{N}]/u;

/**
 * Reads signs of emphasis beside Chinese, Japanese and Korean as they are meant: `这是**（重要）**的`. CommonMark wants a blank
 * between a word and punctuation in emphasis, and such writing has none. In `a==b` nothing is marked.
 */
export function useEmphasis(markdown: InstanceType<typeof MarkdownIt>): void {
  markdown.inline.State = class extends markdown.inline.State {
    override scanDelims(start: number, canSplitWord: boolean) {
      const found = super.scanDelims(start, canSplitWord);
      const end = start + found.length;
      const last = /.$/su.exec(this.src.slice(Math.max(0, start - 2), start))?.[0] ?? " ";
      const next = /^./su.exec(this.src.slice(end, Math.min(end + 2, this.posMax)))?.[0] ?? " ";
      const isUnspaced = unspaced.test(last + next);
      if (this.src.charAt(start) === "=" && !isUnspaced && letter.test(last) && letter.test(next))
        return { ...found, can_open: false, can_close: false };
      if (!canSplitWord || !isUnspaced) return found;
      return { ...found, can_open: /\S/.test(next), can_close: /\S/.test(last) };
    }
  };
}
