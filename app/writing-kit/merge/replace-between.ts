/**
 * Replaces what stands from `open` to the next `close`, both global patterns, in time that grows with the text: a pattern
 * that looks for an end which is not there would look again from every start. `write` gets the match of `open` and what is
 * between.
 */
export function replaceBetween(
  text: string,
  open: RegExp,
  close: RegExp,
  write: (start: RegExpExecArray, between: string) => string,
): string {
  const out: string[] = [];
  let at = 0;
  open.lastIndex = 0;
  for (let start = open.exec(text); start; start = open.exec(text)) {
    close.lastIndex = open.lastIndex;
    const end = close.exec(text);
    if (!end) break;
    out.push(text.slice(at, start.index), write(start, text.slice(open.lastIndex, end.index)));
    at = close.lastIndex;
    open.lastIndex = at;
  }
  return out.join("") + text.slice(at);
}
