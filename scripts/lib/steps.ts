const { stdout } = process;

/** Runs one step of a task, and shows its name and how long it takes. On a terminal the time counts up. */
export async function runStep<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const label = `  ${name.padEnd(24)} `;
  const started = performance.now();
  const elapsed = () => `${((performance.now() - started) / 1000).toFixed(1).padStart(5)} s`;
  stdout.write(label);
  const ticks = stdout.isTTY ? setInterval(() => stdout.write(`\r${label}${elapsed()}`), 200) : undefined;
  const result = await work();
  clearInterval(ticks);
  stdout.write(`${stdout.isTTY ? `\r${label}` : ""}${elapsed()}\n`);
  return result;
}
