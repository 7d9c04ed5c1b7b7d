/** Tasks in the process of the test: what they say, and the code with which they would end it. */
import { join } from "node:path";
import { vi } from "vitest";

const root = join(import.meta.dirname, "..");
let runs = 0;

/** The file is read anew each time, what it imports once. */
export async function runTask(
  file: string,
  { args = [], env = {} }: { args?: string[]; env?: Record<string, string> } = {},
): Promise<{ status: number; said: string }> {
  const ended = new Error("The task has ended.");
  const found = { status: 0, said: "" };
  const end = (status: number) => {
    found.status ||= status;
    throw ended;
  };
  const spies = [
    vi.spyOn(process, "exit").mockImplementation((code) => end(Number(code ?? 0))),
    ...(["log", "error"] as const).map((level) =>
      vi.spyOn(console, level).mockImplementation((line) => {
        // What ends the task is its last word, whatever catches that end here.
        if (found.status === 0) found.said += `${line}\n`;
      }),
    ),
  ];
  const { argv } = process;
  process.argv = ["node", file, ...args];
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  runs += 1;
  await import(/* @vite-ignore */ `${join(root, file)}?run=${runs}`).catch((error: unknown) => {
    if (error !== ended) throw error;
  });
  vi.unstubAllEnvs();
  process.argv = argv;
  for (const spy of spies) spy.mockRestore();
  return found;
}
