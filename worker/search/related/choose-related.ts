import type { VectorMemory } from "../versions/vector-memory.ts";

type Vectors = Pick<VectorMemory, "dimensions" | "documents" | "data" | "lengths" | "marks">;

/** What documents are to each other: services and industries are one group. */
const groups = ["article", "opening", "page"] as const;
type Group = (typeof groups)[number];

/** The nearest of each group, the best first: key, and the score rounded to four digits. */
export type Related = Record<Group, [key: string, score: number][]>;

/** A document among the vectors of a version. */
export interface Placed {
  id: number;
  key: string;
  /** Null where nothing names it as related, such as a legal page. */
  group: Group | null;
  /** Another text for other vectors. */
  mark: string;
  /** When the newest of its vectors was made, epoch milliseconds. */
  embeddedAt: number;
  /** The places of its chunks in memory. */
  chunks: readonly number[];
  /** Their mean direction, of length 1. */
  mean: Float32Array;
}

/** How many are stored of each group: more than are shown, because some may not be public when a page is asked for. */
const most: Readonly<Record<Group, number>> = { article: 8, opening: 6, page: 4 };
/** Documents of each group whose passages are compared: those whose means are nearest. */
const mostCompared = 40;
/** Chunks of a document that are compared, from its beginning. */
const mostChunks = 30;
/** What is less near has nothing to do with it. */
const leastScore = 0.15;
/** Two that are nearer than this, and have so large a part of their runs of three words in common, say the same. */
const sameScore = 0.9;
const sameRuns = 0.5;
/** Characters of a chunk's mark before the time. */
const hashLength = 32;

/** Documents that have a vector, in the order of `documents`. */
export function placeDocuments(
  documents: readonly { id: number; key: string; kind: string }[],
  memory: Vectors,
): Placed[] {
  const { dimensions, data, lengths, marks } = memory;
  const places = Map.groupBy(memory.documents.keys(), (place) => memory.documents[place] as number);
  return documents.flatMap(({ id, key, kind }): Placed[] => {
    const chunks = (places.get(id) ?? []).filter((place) => lengths[place]).slice(0, mostChunks);
    const sum = new Float32Array(dimensions);
    for (const place of chunks)
      for (let index = 0; index < dimensions; index += 1)
        (sum[index] as number) += (data[place * dimensions + index] as number) / (lengths[place] as number);
    const length = Math.hypot(...sum);
    if (length === 0) return [];
    const own = chunks.map((place) => marks[place] ?? "");
    const embeddedAt = Math.max(...own.map((mark) => Number(mark.slice(hashLength))));
    const mean = sum.map((entry) => entry / length);
    return [{ id, key, group: findGroup(kind), mark: hash(own.join()), embeddedAt, chunks, mean }];
  });
}

function findGroup(kind: string): Group | null {
  if (kind === "service" || kind === "industry") return "page";
  return kind === "article" || kind === "opening" ? kind : null;
}

/** 64 bits as hex digits (FNV-1a, twice). */
function hash(text: string): string {
  let [one, other] = [0x811c9dc5, 0xcbf29ce4];
  for (let at = 0; at < text.length; at += 1) {
    one = Math.imul(one ^ text.charCodeAt(at), 0x01000193);
    other = Math.imul(other ^ text.charCodeAt(at), 0x01000193) ^ (one >>> 15);
  }
  return [one, other].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
}

/**
 * How near two documents are, from 0 to 1: each chunk counts with the chunk of the other document that is nearest to it, so a text about
 * two things is near to those about both. It costs as many comparisons of vectors as there are pairs of chunks.
 */
export function compareDocuments({ dimensions, data, lengths }: Vectors, one: Placed, other: Placed): number {
  const bestOfOther = new Float64Array(other.chunks.length);
  let sum = 0;
  for (const place of one.chunks) {
    let best = 0;
    for (const [index, second] of other.chunks.entries()) {
      let product = 0;
      for (let at = 0; at < dimensions; at += 1)
        product += (data[place * dimensions + at] as number) * (data[second * dimensions + at] as number);
      const cosine = product / ((lengths[place] as number) * (lengths[second] as number));
      best = Math.max(best, cosine);
      bestOfOther[index] = Math.max(bestOfOther[index] as number, cosine);
    }
    sum += best;
  }
  const back = bestOfOther.reduce((total, best) => total + best, 0);
  return Math.round(((sum / one.chunks.length + back / other.chunks.length) / 2) * 10_000) / 10_000;
}

/** The runs of words of a document, as `listRuns` gives them; it is asked only of what may say the same as another one. */
export type ReadRuns = (document: Placed) => Promise<ReadonlySet<number>>;

/** What is related to a document of `all`: what says the same comes once, and never beside itself. */
export async function chooseRelated(
  memory: Vectors,
  own: Placed,
  all: readonly Placed[],
  readRuns: ReadRuns,
): Promise<Related> {
  const related: Related = { article: [], opening: [], page: [] };
  const near = all
    .filter((other) => other.group !== null && other !== own)
    .map((other) => ({ other, cosine: multiply(own.mean, other.mean) }))
    .toSorted((one, two) => two.cosine - one.cosine);
  for (const group of groups) {
    const scored = near
      .filter(({ other }) => other.group === group)
      .slice(0, mostCompared)
      .map(({ other }) => ({ other, score: compareDocuments(memory, own, other) }))
      .filter(({ score }) => score >= leastScore)
      .toSorted((one, two) => two.score - one.score || (one.other.key < two.other.key ? -1 : 1));
    const said = [own];
    for (const { other, score } of scored) {
      if (related[group].length === most[group]) break;
      if (await isSaid(memory, said, other, readRuns)) continue;
      said.push(other);
      related[group].push([other.key, score]);
    }
  }
  return related;
}

/** True of what says the same as one of `said`. */
async function isSaid(memory: Vectors, said: readonly Placed[], other: Placed, readRuns: ReadRuns): Promise<boolean> {
  for (const one of said) {
    if (compareDocuments(memory, one, other) < sameScore) continue;
    const [runs, others] = [await readRuns(one), await readRuns(other)];
    const shared = [...runs].filter((run) => others.has(run)).length;
    if (shared >= sameRuns * (runs.size + others.size - shared)) return true;
  }
  return false;
}

/** About how many comparisons of vectors `chooseRelated` takes for a document. */
export function estimateChoice({ chunks }: Placed, all: readonly Placed[]): number {
  return all.length + groups.length * mostCompared * chunks.length * 8;
}

function multiply(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < one.length; index += 1) sum += (one[index] as number) * (other[index] as number);
  return sum;
}

/** Whether a document that has come or changed makes another list of what stood in `others`; `score` is that of both. */
export function mayChange(others: Related, { key, group }: Placed, score: number): boolean {
  if (group === null) return false;
  const list = others[group];
  const known = list.find(([other]) => other === key);
  if (known) return known[1] !== score;
  const last = list.at(-1);
  return score >= leastScore && (last === undefined || list.length < most[group] || score > last[1]);
}
