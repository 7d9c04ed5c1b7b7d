/**
 * Asks one question on the terminal and reads the answer without showing it. Piped input gives one line an answer; where it has ended, the
 * answer is null if there may be none. Ctrl+C ends the program.
 * @throws {Error} when the input ends before an answer
 */
export async function askSecretly(question: string): Promise<string>;
export async function askSecretly(question: string, options: { orNothing: true }): Promise<string | null>;
export async function askSecretly(question: string, { orNothing = false } = {}): Promise<string | null> {
  const { stdin, stderr } = process;
  stderr.write(question);
  stdin.setRawMode?.(true);
  stdin.setEncoding("utf8");
  stdin.resume();
  try {
    const answer = await readLine();
    if (answer === null && !orNothing) throw new Error("The input ended before the answer.");
    return answer;
  } finally {
    stdin.setRawMode?.(false);
    stdin.pause();
    stderr.write("\n");
  }
}

let unread = "";
let hasEnded = false;

/** Null when the input has ended before a letter of the line. */
function readLine(): Promise<string | null> {
  return new Promise((resolve) => {
    let line = "";
    function take(chunk: string) {
      // Arrows and other keys without a letter come as sequences that begin with Escape.
      const letters = Array.from((unread + chunk).replaceAll(/\u001B(\[[\d;]*[ -/]*[@-~]|O.)/g, ""));
      unread = "";
      for (const [index, letter] of letters.entries()) {
        if (letter === "\u0003") process.exit(130);
        if (letter === "\r" || letter === "\n") return finish(letters.slice(index + 1).join(""));
        // Ctrl+D
        if (letter === "\u0004") return end();
        if (letter === "\u007F" || letter === "\b") line = Array.from(line).slice(0, -1).join("");
        else if (letter >= " ") line += letter;
      }
    }
    function finish(rest: string) {
      stop();
      // Windows ends a line with two.
      unread = rest.replace(/^\n/, "");
      resolve(line);
    }
    function end() {
      stop();
      hasEnded = true;
      resolve(line === "" ? null : line);
    }
    function stop() {
      process.stdin.off("data", take);
      process.stdin.off("end", end);
    }
    if (hasEnded && unread === "") return resolve(null);
    process.stdin.on("data", take);
    process.stdin.once("end", end);
    if (unread !== "") take("");
  });
}
