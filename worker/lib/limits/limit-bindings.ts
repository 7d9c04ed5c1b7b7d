/**
 * Every call of a binding ends: with its answer, or with a SilentBindingError. Done once, where the bindings enter the Worker
 * (worker/index.ts): what is called below it needs no limit of its own.
 */
import { second } from "#shared/dates/durations.ts";
import { noteBindingError, SilentBindingError } from "../binding-errors.ts";
import { endWithin } from "./end-within.ts";
import { onNewIsolate } from "../isolate-memory.ts";
import { limitStream } from "../forms/limit-stream.ts";

/** How long one call is waited for, in milliseconds, by the names of bindings. A person waits for most of them. */
export const patience: readonly (readonly [names: RegExp, milliseconds: number])[] = [
  // Statements of this site take milliseconds; a batch of a job takes some seconds at most. D1 itself gives up after thirty.
  [/^(DB|SEARCH_DB|VISITS_\d+)$/, 15 * second],
  // At most 25 MB are put at once. For what is read, this is the time until the first byte, and from each piece to the next.
  [/^(MEDIA|BACKUPS|VISITS_BUCKET)$/, 15 * second],
  // Says only that a message is taken; a table holds what is sent.
  [/_QUEUE$/, 5 * second],
  // Answers from memory. Without an answer everybody is let in.
  [/_LIMIT$/, second],
  // Waits for the mail server of the other side.
  [/^EMAIL$/, 30 * second],
  // A whole batch of texts. Who searches waits less (worker/search/versions/workers-ai.ts).
  [/^AI$/, 45 * second],
  [/^VECTORIZE$/, 10 * second],
  // Decodes and encodes a large picture.
  [/^IMAGES$/, 30 * second],
];

/** After a silence each call is waited for no longer than this, until one is answered or `calm` is over: a request makes many. */
const shortPatience = 2 * second;
const calm = 10 * second;

/** Methods whose answers have calls of their own: objects of a bucket, uploads, pictures. */
const opening = new Set(["get", "createMultipartUpload", "output"]);

/** What is known of one binding. */
interface Watched {
  name: string;
  milliseconds: number;
  /** When a call was given up; 0 where one was answered since. */
  silentAt: number;
}

let limited = new WeakMap<Env, Env>();

/** The same bindings and variables, of which every call ends. They are made once in an isolate. */
export function limitBindings(env: Env): Env {
  const known = limited.get(env);
  if (known) return known;
  const entries = Object.entries(env).map(([name, value]: [string, unknown]) => {
    const milliseconds = patience.find(([names]) => names.test(name))?.[1];
    const isBinding = milliseconds !== undefined && typeof value === "object" && value !== null;
    return [name, isBinding ? limitBinding(value, name, milliseconds) : value];
  });
  const made = Object.fromEntries(entries) as Env;
  limited.set(env, made);
  return made;
}

let watchers = new WeakMap<object, object>();
onNewIsolate(() => {
  limited = new WeakMap();
  watchers = new WeakMap();
});

/** Always the same object for one binding: it is a key of other maps. */
function limitBinding(binding: object, name: string, milliseconds: number): object {
  const watcher = watchers.get(binding) ?? watch(binding, { name, milliseconds, silentAt: 0 });
  watchers.set(binding, watcher);
  return watcher;
}

const originals = new WeakMap<object, object>();

/** A binding, or what one of its calls has made, such as a statement. */
function watch<Target extends object>(target: Target, watched: Watched): Target {
  const streams = new Map<PropertyKey, ReadableStream>();
  const proxy = new Proxy(target, {
    get(_, key) {
      const value: unknown = Reflect.get(target, key);
      if (value instanceof ReadableStream) {
        const stream = streams.get(key) ?? watchStream(value, readLength(target), watched);
        streams.set(key, stream);
        return stream;
      }
      if (typeof value !== "function" || typeof key === "symbol") return value;
      return (...given: unknown[]) => {
        const answer: unknown = Reflect.apply(value, target, given.map(findOriginal));
        if (typeof answer !== "object" || answer === null) return answer;
        if (answer instanceof ReadableStream) return watchStream(answer, null, watched);
        if (!("then" in answer)) return watch(answer, watched);
        return waitFor(answer as Promise<unknown>, key, watched);
      };
    },
  });
  originals.set(proxy, target);
  return proxy;
}

function watchStream(stream: ReadableStream, length: number | null, watched: Watched): ReadableStream {
  return limitStream(stream, length, (work) => waitPatiently(work, "read", watched));
}

/** The bytes of a whole object of a bucket; null for anything else. */
function readLength({ size, range }: { size?: unknown; range?: { length?: number } }): number | null {
  const isWhole = range?.length === undefined || range.length === size;
  return typeof size === "number" && isWhole ? size : null;
}

/** A batch takes statements as the binding has made them. */
function findOriginal(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(findOriginal);
  return typeof value === "object" && value !== null ? (originals.get(value) ?? value) : value;
}

async function waitFor(work: Promise<unknown>, call: string, watched: Watched): Promise<unknown> {
  const answer = await waitPatiently(work, call, watched);
  const isOpen = opening.has(call) && typeof answer === "object" && answer !== null;
  return isOpen ? watch(answer, watched) : answer;
}

/** @throws {SilentBindingError}, and what the binding throws, which is noted as such */
async function waitPatiently<Answer>(work: Promise<Answer>, call: string, watched: Watched): Promise<Answer> {
  const isSilent = Date.now() - watched.silentAt < calm;
  const milliseconds = isSilent ? Math.min(shortPatience, watched.milliseconds) : watched.milliseconds;
  try {
    const answer = await endWithin(work, milliseconds, () => {
      watched.silentAt = Date.now();
      return new SilentBindingError(`${watched.name}.${call}`, milliseconds);
    });
    watched.silentAt = 0;
    return answer;
  } catch (error) {
    noteBindingError(error);
    throw error;
  }
}
