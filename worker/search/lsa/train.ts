/**
 * Latent semantic analysis: words that stand in like texts get like vectors (Deerwester et al. 1990). What is learnt comes
 * from the corpus alone, so it knows which words go together on this site, and nothing of the world.
 */
import { EigenvalueDecomposition, Matrix } from "ml-matrix";

/** A text as its stems. */
export type Stems = readonly string[];

export interface LsaModel {
  dimensions: number;
  /** What is learnt of each stem: how much it tells (0 to 1), and its vector. */
  terms: ReadonlyMap<string, { weight: number; vector: Float32Array }>;
}

interface Sparse {
  rows: number;
  columns: number;
  /** Where each row begins in `places` and `values`, and one more for the end. */
  starts: Uint32Array;
  places: Uint32Array;
  values: Float32Array;
}

/** More directions than are kept, so that those that are kept are right. */
const oversampled = 24;
/** Times that the directions are turned towards the strongest ones. */
const turns = 3;
/** A word of one text tells nothing of others. */
const leastTexts = 2;

/**
 * Learns from texts. Weights are log-entropy (Dumais 1991); the decomposition is a randomised one (Halko et al. 2011): `draw`
 * gives numbers from 0 to below 1, and the same ones give the same model. There are at most as many dimensions as the texts have directions.
 */
export function trainLsa(
  texts: readonly Stems[],
  { draw, wanted = 256 }: { draw: () => number; wanted?: number },
): LsaModel {
  const counts = texts.map(countStems);
  const weights = weighTerms(counts);
  const terms = [...weights.keys()];
  const matrix = buildMatrix(counts, weights, terms);
  const dimensions = Math.min(wanted, Math.max(1, Math.min(matrix.rows, matrix.columns) - 1));
  const width = Math.min(dimensions + oversampled, matrix.rows, matrix.columns);
  if (terms.length < 2 || texts.length < 2) return { dimensions: 1, terms: new Map() };
  let basis = orthonormalize(
    Float64Array.from({ length: matrix.columns * width }, () => draw() - 0.5),
    width,
  );
  for (let turn = 0; turn < turns; turn += 1)
    basis = orthonormalize(multiplyTransposed(matrix, multiply(matrix, basis, width), width), width);
  // In the plane that is found, the strongest directions are those of the small matrix of its projections.
  const vectors = turnToStrongest(multiply(matrix, basis, width), basis, width, dimensions);
  return {
    dimensions,
    terms: new Map(
      terms.map((term, row) => [
        term,
        { weight: weights.get(term) ?? 0, vector: vectors.slice(row * dimensions, (row + 1) * dimensions) },
      ]),
    ),
  };
}

/** How often each stem occurs. */
export function countStems(stems: Stems): Map<string, number> {
  const counts = new Map<string, number>();
  for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return counts;
}

/** Of stems of two texts at least: 1 for one that stands in few texts, 0 for one that is spread evenly over all. */
function weighTerms(counts: readonly ReadonlyMap<string, number>[]): Map<string, number> {
  const sums = new Map<string, { all: number; texts: number; logs: number }>();
  for (const own of counts)
    for (const [stem, count] of own) {
      const sum = sums.get(stem) ?? { all: 0, texts: 0, logs: 0 };
      sums.set(stem, { all: sum.all + count, texts: sum.texts + 1, logs: sum.logs + count * Math.log(count) });
    }
  const most = Math.log(Math.max(2, counts.length));
  const told = Array.from(sums, ([stem, { all, texts, logs }]) => ({
    stem,
    texts,
    // The entropy of its occurrences over the texts.
    weight: 1 - (Math.log(all) - logs / all) / most,
  }));
  return new Map(
    told.filter(({ texts, weight }) => texts >= leastTexts && weight > 0).map(({ stem, weight }) => [stem, weight]),
  );
}

function buildMatrix(
  counts: readonly ReadonlyMap<string, number>[],
  weights: ReadonlyMap<string, number>,
  terms: readonly string[],
): Sparse {
  const columnOf = new Map(terms.map((term, column) => [term, column]));
  const starts = new Uint32Array(counts.length + 1);
  const places: number[] = [];
  const values: number[] = [];
  for (const [row, own] of counts.entries()) {
    const entries = Array.from(
      own,
      ([stem, count]) => [columnOf.get(stem), Math.log2(1 + count) * (weights.get(stem) ?? 0)] as const,
    );
    const norm = Math.hypot(...entries.map(([, value]) => value)) || 1;
    for (const [column, value] of entries)
      if (column !== undefined) {
        places.push(column);
        values.push(value / norm);
      }
    starts[row + 1] = places.length;
  }
  return {
    rows: counts.length,
    columns: terms.length,
    starts,
    places: Uint32Array.from(places),
    values: Float32Array.from(values),
  };
}

/** `matrix` times `right`, which has `width` columns, row by row. */
function multiply({ rows, starts, places, values }: Sparse, right: Float64Array, width: number): Float64Array {
  const product = new Float64Array(rows * width);
  for (let row = 0; row < rows; row += 1)
    for (let entry = starts[row] ?? 0; entry < (starts[row + 1] ?? 0); entry += 1) {
      const [value, from] = [values[entry] ?? 0, (places[entry] ?? 0) * width];
      for (let column = 0; column < width; column += 1) {
        const at = row * width + column;
        product[at] = (product[at] ?? 0) + value * (right[from + column] ?? 0);
      }
    }
  return product;
}

function multiplyTransposed(
  { rows, columns, starts, places, values }: Sparse,
  right: Float64Array,
  width: number,
): Float64Array {
  const product = new Float64Array(columns * width);
  for (let row = 0; row < rows; row += 1)
    for (let entry = starts[row] ?? 0; entry < (starts[row + 1] ?? 0); entry += 1) {
      const [value, to] = [values[entry] ?? 0, (places[entry] ?? 0) * width];
      for (let column = 0; column < width; column += 1) {
        const at = to + column;
        product[at] = (product[at] ?? 0) + value * (right[row * width + column] ?? 0);
      }
    }
  return product;
}

/** Columns of the same plane that stand at right angles and have length 1; those that add nothing become 0. */
function orthonormalize(columns: Float64Array, width: number): Float64Array {
  return turn(columns, width, ({ values, vectors }) => {
    const largest = values[0] ?? 0;
    return vectors.map((vector, index) => {
      const value = values[index] ?? 0;
      return value > largest * 1e-12 ? vector.map((entry) => entry / Math.sqrt(value)) : vector.map(() => 0);
    });
  });
}

/** The vectors of all terms in the `dimensions` strongest directions. */
function turnToStrongest(
  projected: Float64Array,
  basis: Float64Array,
  width: number,
  dimensions: number,
): Float32Array {
  const { vectors } = decompose(projected, width);
  return Float32Array.from(combine(basis, width, vectors.slice(0, dimensions)));
}

function turn(columns: Float64Array, width: number, choose: (eigen: Eigen) => number[][]): Float64Array {
  return combine(columns, width, choose(decompose(columns, width)));
}

interface Eigen {
  /** The largest first. */
  values: number[];
  vectors: number[][];
}

/** Eigenvalues and eigenvectors of the products of all columns with each other. */
function decompose(columns: Float64Array, width: number): Eigen {
  const gram = new Float64Array(width * width);
  for (let from = 0; from < columns.length; from += width)
    for (let one = 0; one < width; one += 1) {
      const value = columns[from + one] ?? 0;
      if (value === 0) continue;
      for (let other = one; other < width; other += 1) {
        const at = one * width + other;
        gram[at] = (gram[at] ?? 0) + value * (columns[from + other] ?? 0);
      }
    }
  const square = Matrix.zeros(width, width);
  for (let one = 0; one < width; one += 1)
    for (let other = one; other < width; other += 1) {
      square.set(one, other, gram[one * width + other] ?? 0);
      square.set(other, one, gram[one * width + other] ?? 0);
    }
  const { realEigenvalues, eigenvectorMatrix } = new EigenvalueDecomposition(square, { assumeSymmetric: true });
  const order = realEigenvalues
    .map((value, index) => ({ value, index }))
    .toSorted((one, other) => other.value - one.value);
  return {
    values: order.map(({ value }) => value),
    vectors: order.map(({ index }) => eigenvectorMatrix.getColumn(index)),
  };
}

/** Each row of `columns` times each of `vectors`. */
function combine(columns: Float64Array, width: number, vectors: readonly (readonly number[])[]): Float64Array {
  const count = vectors.length;
  const combined = new Float64Array((columns.length / width) * count);
  for (let row = 0; row * width < columns.length; row += 1)
    for (const [index, vector] of vectors.entries()) {
      let sum = 0;
      for (let column = 0; column < width; column += 1)
        sum += (columns[row * width + column] ?? 0) * (vector[column] ?? 0);
      combined[row * count + index] = sum;
    }
  return combined;
}
