/** Workers AI as its documentation has it: https://developers.cloudflare.com/workers-ai/models/. */
import { second } from "#shared/dates/durations.ts";
import { readErrorMessage } from "../../lib/error-message.ts";
import type { Model } from "./models.ts";
import { type Embedded, type Provider, ProviderError, type TextUse } from "./provider.ts";

/** How long an answer is waited for. Who searches waits less: the words alone then find. */
const patience: Record<TextUse, number> = { document: 30 * second, query: 3 * second };
/** Pauses before further tries of a call. A search does not try again. */
const pauses: Record<TextUse, readonly number[]> = { document: [500, 2000], query: [] };
/** Tokens are shorter in some languages: two characters are surely one at least. */
const charactersPerToken = 2;
/**
 * Errors that the same request meets again: no such model, request too large or wrong, account refused, allocation used up. The others,
 * and those without a number, may be over soon: a time-out (3007, 3008), no capacity (3040). The binding hands on the number and a
 * sentence alone, so no Retry-After is known here. https://developers.cloudflare.com/workers-ai/platform/errors/
 */
const lastingErrors = new Set("3003 3006 3023 3036 3039 3041 3042 5004 5005 5006 5007 5016 5018 5019".split(" "));
/** The request is too large, or one of its texts is: fewer of them may go through. */
const tooLarge = "3006";

/** The instruction to a model that embeds questions otherwise than texts. */
const instruction = "Given a web search query, retrieve relevant passages that answer the query";

type Binding = Pick<Ai, "run">;

export function openWorkersAi(ai: Binding, model: Model): Provider {
  const { provider, dimensions, pooling, texts, tokens } = model;
  return {
    about: { provider, model: model.model, dimensions, pooling },
    limits: { texts, characters: Math.floor(Math.min(tokens, 4096) * charactersPerToken) },
    textsPerStep: texts * 3,
    embed: (all, use) => embedAll(ai, model, all, use),
  };
}

/** In as many calls as the model needs; a text that makes a call fail is the only one without a vector. */
async function embedAll(ai: Binding, model: Model, texts: readonly string[], use: TextUse): Promise<Embedded[]> {
  const embedded: Embedded[] = [];
  for (let index = 0; index < texts.length; index += model.texts)
    embedded.push(...(await embedSome(ai, model, texts.slice(index, index + model.texts), use)));
  return embedded;
}

async function embedSome(ai: Binding, model: Model, texts: readonly string[], use: TextUse): Promise<Embedded[]> {
  try {
    return readAnswer(await callPatiently(ai, model, texts, use), model, texts.length);
  } catch (error) {
    const reason = readErrorMessage(error);
    if (readCode(reason) !== tooLarge) throw new ProviderError(reason, { cause: error });
    if (texts.length === 1) return [{ reason }];
    const half = texts.length >> 1;
    return [
      ...(await embedSome(ai, model, texts.slice(0, half), use)),
      ...(await embedSome(ai, model, texts.slice(half), use)),
    ];
  }
}

/** The model's answer; what may be over soon is tried again. */
async function callPatiently(ai: Binding, model: Model, texts: readonly string[], use: TextUse): Promise<unknown> {
  for (const pause of [...pauses[use], null]) {
    try {
      return await callOnce(ai, model, texts, use);
    } catch (error) {
      if (pause === null || lastingErrors.has(readCode(readErrorMessage(error)))) throw error;
      await scheduler.wait(pause);
    }
  }
  throw new ProviderError("Workers AI was not asked.");
}

async function callOnce(ai: Binding, model: Model, texts: readonly string[], use: TextUse): Promise<unknown> {
  const abort = new AbortController();
  const late = scheduler.wait(patience[use], { signal: abort.signal }).then(() => {
    throw new ProviderError(`Workers AI did not answer within ${patience[use] / second} seconds.`);
  });
  try {
    // The types of the binding name each model apart.
    const run = ai.run.bind(ai) as (name: string, inputs: object, options: object) => Promise<unknown>;
    return await Promise.race([run(model.model, writeInput(model, texts, use), { signal: abort.signal }), late]);
  } finally {
    late.catch(() => {});
    abort.abort();
  }
}

function writeInput({ key }: Model, texts: readonly string[], use: TextUse): object {
  if (key === "bge-m3") return { text: texts, truncate_inputs: true };
  if (key !== "qwen3-embedding-0.6b") return { text: texts };
  return use === "query" ? { queries: texts, instruction } : { documents: texts };
}

function readAnswer(answer: unknown, { dimensions, pooling }: Model, count: number): Embedded[] {
  const { data, pooling: used } = (answer ?? {}) as { data?: unknown; pooling?: unknown };
  if (!Array.isArray(data) || data.length !== count)
    throw new ProviderError(`Workers AI gave ${Array.isArray(data) ? data.length : "no"} vectors for ${count} texts.`);
  // Vectors that were made otherwise cannot be compared with those that are stored.
  if (typeof used === "string" && used !== pooling)
    throw new ProviderError(`Workers AI pooled by “${used}”, not “${pooling}”.`);
  return data.map((values: unknown): Embedded => {
    if (!Array.isArray(values) || values.length !== dimensions)
      return { reason: `A vector of ${dimensions} numbers was expected.` };
    const vector = Float32Array.from(values as number[]);
    const length = Math.hypot(...vector);
    if (!Number.isFinite(length) || length === 0) return { reason: "The model gave a vector without a direction." };
    return { vector: vector.map((entry) => entry / length) };
  });
}

/** The number of an error of Workers AI, which its message begins with: "3040: Capacity temporarily exceeded". */
function readCode(message: string): string {
  return /\b([35]0\d\d)\b/.exec(message)?.[1] ?? "";
}
