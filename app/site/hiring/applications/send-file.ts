import { type ApplicationUpload, pieceSize } from "#shared/hiring/application-files.ts";

const path = "/careers/apply/uploads";

/** Pauses before further tries in milliseconds; the last one repeats for as long as the network is away. */
const pauses = [500, 1000, 2000, 4000];
/** Answers that say that another try may help. */
const passing = new Set([409, 429, 500, 502, 503, 504]);
const mostTries = 8;

interface Sending {
  /** Of the form that it is for. */
  ticket: string;
  signal: AbortSignal;
  /** Called with the share that has come, 0 to 1; `isWaiting` while there is no network. */
  report: (share: number, isWaiting: boolean) => void;
}

/** The site does not take the file; the message says why. Known by its name, as this module comes late. */
class FileRefusedError extends Error {
  override name = "FileRefusedError";
}

/**
 * Sends a file in pieces and returns it as the site keeps it for the form. It goes on by itself, with the first piece that is
 * missing, once a lost network is back.
 * @throws {FileRefusedError} when the site does not take it
 * @throws {Error} when the site does not answer as it should, or `signal` is aborted
 */
export async function sendFile(file: File, { ticket, signal, report }: Sending): Promise<ApplicationUpload> {
  let share = 0;
  const ask = async (query: string, body: BodyInit): Promise<ApplicationUpload> => {
    for (let tries = 1; ; tries += 1) {
      signal.throwIfAborted();
      const headers = { "X-Ticket": ticket };
      const answer = await fetch(`${path}?${query}`, { method: "POST", body, headers, signal }).catch(() => null);
      const read = answer && (await answer.json().catch(() => null));
      if (answer?.ok && read) return (read as { upload: ApplicationUpload }).upload;
      signal.throwIfAborted();
      if (answer && !passing.has(answer.status)) throw new FileRefusedError(readTrouble(read));
      if (answer && tries >= mostTries) throw new Error(String(answer.status));
      report(share, answer === null);
      await pause(pauses[Math.min(tries, pauses.length) - 1] ?? 4000, signal);
    }
  };
  let upload = await ask("do=begin", new URLSearchParams({ name: file.name, bytes: String(file.size) }));
  while (!upload.isDone) {
    const from = Math.min(upload.received, Math.floor((file.size - 1) / pieceSize) * pieceSize);
    upload = await ask(`upload=${upload.id}&from=${from}`, file.slice(from, from + pieceSize));
    share = upload.received / file.size;
    report(share, false);
  }
  return upload;
}

/** Ends early when the browser has a network again. */
async function pause(length: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((done) => {
    const timer = setTimeout(end, length);
    function end() {
      clearTimeout(timer);
      removeEventListener("online", end);
      signal.removeEventListener("abort", end);
      done();
    }
    addEventListener("online", end);
    signal.addEventListener("abort", end);
  });
}

function readTrouble(read: unknown): string {
  const { detail, errors } = (read ?? {}) as { detail?: string; errors?: Record<string, string[]> };
  return Object.values(errors ?? {}).flat()[0] ?? detail ?? "The site did not take this file.";
}
