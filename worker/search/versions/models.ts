/** The models that texts can be embedded with: the one that is learnt here, and those of Workers AI where it is bound. */
import { lsaAbout } from "./lsa-provider.ts";
import type { ModelAbout } from "./provider.ts";

export interface Model extends ModelAbout {
  /** As EMBEDDING_MODEL names it; "lsa" for the one that is learnt here. */
  key: string;
  /** Most texts of one call. */
  texts: number;
  /** Tokens of a text that the model reads; what is longer is cut. */
  tokens: number;
  /** US dollars for a million tokens; null where Cloudflare names no price. */
  pricePerMillion: number | null;
}

export const lsaModel: Model = { ...lsaAbout, key: "lsa", texts: 500, tokens: Infinity, pricePerMillion: 0 };

/**
 * Requests, limits and prices as https://developers.cloudflare.com/workers-ai/models/ has them; read on 2026-11-23. It names neither a
 * price nor how many texts a call takes for embeddinggemma.
 */
export const workersAiModels: readonly Model[] = [
  {
    key: "bge-m3",
    provider: "workers-ai",
    model: "@cf/baai/bge-m3",
    dimensions: 1024,
    pooling: "cls",
    texts: 100,
    tokens: 8192,
    pricePerMillion: 0.012,
  },
  {
    key: "embeddinggemma-300m",
    provider: "workers-ai",
    model: "@cf/google/embeddinggemma-300m",
    dimensions: 768,
    pooling: "mean",
    texts: 100,
    tokens: 2048,
    pricePerMillion: null,
  },
  {
    key: "qwen3-embedding-0.6b",
    provider: "workers-ai",
    model: "@cf/qwen/qwen3-embedding-0.6b",
    dimensions: 1024,
    pooling: "last token",
    texts: 32,
    tokens: 8192,
    pricePerMillion: 0.012,
  },
];

/** A thousand neurons, by which Workers AI is billed, in US dollars. */
export const pricePerThousandNeurons = 0.011;

/** The models that this deployment can use. */
export function listModels({ AI }: Pick<Env, "AI">): readonly Model[] {
  return AI ? [lsaModel, ...workersAiModels] : [lsaModel];
}

/** The model that a new version is of unless somebody says otherwise: EMBEDDING_MODEL where it can be used. */
export function chooseModel(env: Pick<Env, "AI" | "EMBEDDING_MODEL">): Model {
  return listModels(env).find(({ key }) => key === env.EMBEDDING_MODEL) ?? lsaModel;
}

/** The model of a version; undefined where this deployment does not have it. */
export function findModel(env: Pick<Env, "AI">, { provider, model }: Pick<ModelAbout, "provider" | "model">) {
  return listModels(env).find((one) => one.provider === provider && one.model === model);
}
