import type { Local } from "../../scripts/lib/open-local.ts";

/** Does `work` with the databases in the folder `state`. What hinders it is said in a sentence, and the process ends with code 1. */
export async function withIndex(state: string, work: (local: Local) => Promise<void>): Promise<void> {
  const { openLocal } = await import("../../scripts/lib/open-local.ts");
  const local = await openLocal(state);
  try {
    await work(local);
  } catch (error) {
    process.exitCode = 1;
    const { message } = error as Error;
    console.error(message.includes("no such table") ? "Nothing is indexed yet: run `npm start` once." : message);
  } finally {
    await local.close();
  }
}
