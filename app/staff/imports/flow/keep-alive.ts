import { runAddress } from "./run-address.ts";

const storedAs = "import-tab";
/** The server takes a tab that is silent for a minute for closed (worker/imports/begin-import.ts). */
const pause = 20_000;

/** What this tab is called: the same after a reload, so that it goes on at once. */
export function readRunner(): string {
  // The tests of the flow run where there is no tab.
  if (typeof sessionStorage === "undefined") return "";
  const known = sessionStorage.getItem(storedAs);
  if (known) return known;
  const made = crypto.randomUUID();
  sessionStorage.setItem(storedAs, made);
  return made;
}

interface Alive {
  id: string;
  runner: string;
  signal: AbortSignal;
}

/** Tells the site from time to time that this tab still sends the import, also while it is paused or fetches pictures. */
export function keepAlive({ id, runner, signal }: Alive) {
  let trouble: string | null = null;
  const timer = setInterval(() => void tell(), pause);

  async function tell() {
    if (signal.aborted) return end();
    const body = JSON.stringify({ intent: "still", import: id, runner });
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(runAddress, { method: "POST", headers, body, signal }).catch(() => null);
    if (answer?.status === 409) trouble = ((await answer.json()) as { detail?: string }).detail ?? "It was stopped.";
  }

  function end() {
    clearInterval(timer);
  }

  return {
    end,
    /** Throws where somebody else goes on with it by now. */
    check() {
      if (trouble !== null) throw new Error(trouble);
    },
  };
}
