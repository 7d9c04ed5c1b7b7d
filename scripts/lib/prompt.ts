/**
 * Asks one question on the terminal and reads the answer without showing it. Piped input gives one line an answer.
 * Ctrl+C ends the program.
 */
export async function askSecretly(question: string): Promise<string> {
  const { stdin, stderr } = process;
  stderr.write(question);
  stdin.setRawMode?.(true);
  stdin.setEncoding("utf8");
  stdin.resume();
  try {
    return await readLine();
  } finally {
    stdin.setRawMode?.(false);
    stdin.pause();
    stderr.write("\n");
  }
}

let unread = "";

function readLine(): Promise<string> {
  return new Promise((resolve, reject) => {
    let line = "";
    function take(chunk: string) {
      const letters = Array.from(unread + chunk);
      unread = "";
      for (const [index, letter] of letters.entries()) {
        if (letter === "\u0003") process.exit(130);
        if (letter === "\r" || letter === "\n") return finish(letters.slice(index + 1).join(""));
        line = letter === "\u007f" || letter === "\b" ? Array.from(line).slice(0, -1).join("") : line + letter;
      }
    }
    function finish(rest: string) {
      process.stdin.off("data", take);
      process.stdin.off("end", end);
      unread = rest;
      resolve(line);
    }
    function end() {
      reject(new Error("The input ended before the answer."));
    }
    process.stdin.on("data", take);
    process.stdin.once("end", end);
    if (unread !== "") take("");
  });
}
