/** Breaks `text` between words into the fewest lines no wider than `width`, about equally long. */
export function breakLines(text: string, width: number, measure: (text: string) => number): string[] {
  let lines = fillLines(text, width, measure);
  for (let narrower = width - 4; narrower > width / 2; narrower -= 4) {
    const attempt = fillLines(text, narrower, measure);
    if (attempt.length > lines.length || attempt.some((line) => measure(line) > width)) break;
    lines = attempt;
  }
  return lines;
}

/** A word that is too long has a line of its own. */
function fillLines(text: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && measure(`${last} ${word}`) <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
