import { countStems, type LsaModel, type Stems } from "./train.ts";

/** The vector of a text, of length 1. All 0 where the model knows none of its words. */
export function embedStems({ dimensions, terms }: LsaModel, stems: Stems): Float32Array {
  const vector = new Float32Array(dimensions);
  for (const [stem, count] of countStems(stems)) {
    const known = terms.get(stem);
    if (!known) continue;
    const value = Math.log2(1 + count) * known.weight;
    for (let index = 0; index < dimensions; index += 1)
      vector[index] = (vector[index] ?? 0) + value * (known.vector[index] ?? 0);
  }
  const norm = Math.hypot(...vector);
  return norm === 0 ? vector : vector.map((entry) => entry / norm);
}

/** The cosine of two vectors of length 1. */
export function computeCosine(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < one.length; index += 1) sum += (one[index] ?? 0) * (other[index] ?? 0);
  return sum;
}
