/** Requests of a page that goes on by itself once a lost network is back. */

/** Pauses before further tries in milliseconds; the last one repeats for as long as the network is away. */
const pauses = [500, 1000, 2000, 4000];
/** Answers that say that nothing has changed and that another try may help. */
const passing = new Set([429, 502, 503, 504]);
const mostTries = 6;

export interface Asking {
  signal: AbortSignal | undefined;
  /** Says what is waited for. */
  wait: (note: string) => void;
  /** For who sends more in a minute than the site takes: waits as long as it takes. */
  isPatient?: boolean;
}

/** Posts `body` until there is an answer, and reads it as JSON. What is posted may be repeated. */
export function ask<Answer>(url: string, body: BodyInit, asking: Asking): Promise<Answer> {
  return askAndRead(url, body, asking, async (response) => (await response.json()) as Answer);
}

/** Gets what is at `url`, until all of it has come. */
export function askForBlob(url: string, asking: Asking): Promise<{ blob: Blob; headers: Headers }> {
  return askAndRead(url, null, asking, async (response) => ({
    blob: await response.blob(),
    headers: response.headers,
  }));
}

async function askAndRead<Answer>(
  url: string,
  body: BodyInit | null,
  asking: Asking,
  read: (response: Response) => Promise<Answer>,
): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const response = await askForResponse(url, body, asking);
    try {
      return await read(response);
    } catch (error) {
      // The network went away in the middle of the answer.
      if (asking.signal?.aborted || tries >= mostTries) throw error;
      asking.wait("Waiting for the network");
      await pause(pauses[0] ?? 500, asking.signal);
    }
  }
}

/**
 * Posts `body` until there is an answer. Strings go as JSON; null gets what is there.
 * @throws {Error} with words for who asks; AbortError when `signal` is aborted
 */
export async function askForResponse(url: string, body: BodyInit | null, asking: Asking): Promise<Response> {
  const { signal, wait, isPatient = false } = asking;
  const headers: HeadersInit = typeof body === "string" ? { "Content-Type": "application/json" } : {};
  for (let tries = 1; ; tries += 1) {
    signal?.throwIfAborted();
    const sent = {
      method: body === null ? "GET" : "POST",
      body,
      headers,
      redirect: "manual",
      signal: signal ?? null,
    } as const;
    const answer = await fetch(url, sent).catch((error: unknown) => {
      if (signal?.aborted) throw error;
      return null;
    });
    if (answer?.ok) return answer;
    const isPassing = answer === null || passing.has(answer.status);
    const isOver = tries >= mostTries && !(isPatient && answer?.status === 429);
    if (answer && (!isPassing || isOver)) throw new Error(await readTrouble(answer));
    wait(answer === null ? "Waiting for the network" : "The site is busy");
    await pause(pauses[Math.min(tries, pauses.length) - 1] ?? 4000, signal);
  }
}

/** Ends early when the browser has a network again. */
async function pause(length: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((done) => {
    const timer = setTimeout(end, length);
    function end() {
      clearTimeout(timer);
      removeEventListener("online", end);
      signal?.removeEventListener("abort", end);
      done();
    }
    addEventListener("online", end);
    signal?.addEventListener("abort", end);
  });
}

/** Why an answer is none, in words for who asks. */
async function readTrouble(answer: Response): Promise<string> {
  const problem = (await answer.json().catch(() => ({}))) as { detail?: string; errors?: Record<string, string[]> };
  const [first] = Object.values(problem.errors ?? {}).flat();
  if (first ?? problem.detail) return first ?? problem.detail ?? "";
  // A redirect to the sign-in page.
  if (answer.type === "opaqueredirect" || answer.status === 401)
    return "You are signed out. Sign in in another tab, then try again.";
  if (answer.status === 403) return "You may no longer do this.";
  return "The site could not take this just now. Try again in a minute.";
}
