/** The strongest directions of a large sparse matrix, by a randomised decomposition (Halko et al. 2011). */
import { EigenvalueDecomposition, Matrix } from "ml-matrix";

export interface Sparse {
  rows: number;
  columns: number;
  /** Where each row begins in `places` and `values`, and one more for the end. */
  starts: Uint32Array;
  places: Uint32Array;
  values: Float32Array;
}

/** Additional directions, computed and dropped, so that the others are right. */
const oversampled = 16;
/** Times that the directions are turned towards the strongest ones. */
const turns = 2;

/** Vectors of one length, one after the other. Four are computed at a time, so there are 4, 8 or 12 of them and so on. */
interface Basis {
  length: number;
  count: number;
  entries: Float64Array;
}

/**
 * The `wanted` strongest right singular vectors of `matrix` (fewer where it has fewer), row by row: that of column c begins at
 * c * dimensions. What is orthonormalised is as long as the shorter side. `draw` gives numbers from 0 to below 1.
 */
export function findDirections(
  matrix: Sparse,
  { wanted, draw }: { wanted: number; draw: () => number },
): { dimensions: number; vectors: Float32Array } {
  const isWide = matrix.rows <= matrix.columns;
  const narrow = isWide ? matrix : transpose(matrix);
  const wide = isWide ? transpose(matrix) : matrix;
  const length = narrow.rows;
  const dimensions = Math.max(1, Math.min(wanted, length - 1));
  const count = Math.ceil(Math.min(dimensions + oversampled, length) / 4) * 4;
  let basis: Basis = { length, count, entries: Float64Array.from({ length: length * count }, () => draw() - 0.5) };
  for (let turn = 1; turn <= turns; turn += 1) {
    basis = multiply(narrow, multiply(wide, basis));
    // Between turns it is enough that they do not all become one.
    orthonormalize(basis, { rounds: turn === turns ? 2 : 1 });
  }
  // Within the plane that is found, the strongest directions are the eigenvectors of what the matrix makes of it.
  const images = multiply(wide, basis);
  const { values, vectors } = findEigen(multiplyPairs(basis, multiply(narrow, images)), count);
  const scales = values.map((value) => (value > (values[0] ?? 0) * 1e-12 ? 1 / Math.sqrt(value) : 0));
  return isWide
    ? { dimensions, vectors: combine(images, vectors, { dimensions, scales }) }
    : { dimensions, vectors: combine(basis, vectors, { dimensions, scales: scales.map((scale) => Math.sign(scale)) }) };
}

function transpose({ rows, columns, starts, places, values }: Sparse): Sparse {
  const turned = {
    rows: columns,
    columns: rows,
    starts: new Uint32Array(columns + 1),
    places: new Uint32Array(places.length),
    values: new Float32Array(values.length),
  };
  for (const place of places) turned.starts[place + 1] = (turned.starts[place + 1] ?? 0) + 1;
  for (let row = 0; row < columns; row += 1)
    turned.starts[row + 1] = (turned.starts[row + 1] ?? 0) + (turned.starts[row] ?? 0);
  const next = turned.starts.slice();
  for (let row = 0; row < rows; row += 1)
    for (let entry = starts[row] ?? 0; entry < (starts[row + 1] ?? 0); entry += 1) {
      const column = places[entry] ?? 0;
      const at = next[column] ?? 0;
      next[column] = at + 1;
      turned.places[at] = row;
      turned.values[at] = values[entry] ?? 0;
    }
  return turned;
}

/** `matrix` times each vector. */
function multiply({ rows, starts, places, values }: Sparse, { length, count, entries }: Basis): Basis {
  const product = new Float64Array(rows * count);
  for (let vector = 0; vector < count; vector += 1) {
    const from = vector * length;
    for (let row = 0; row < rows; row += 1) {
      let sum = 0;
      const end = starts[row + 1] as number;
      for (let entry = starts[row] as number; entry < end; entry += 1)
        sum += (values[entry] as number) * (entries[from + (places[entry] as number)] as number);
      product[vector * rows + row] = sum;
    }
  }
  return { length: rows, count, entries: product };
}

/** Makes the vectors of length 1 and at right angles (Cholesky, exactly so after two rounds); those that add nothing become 0. */
function orthonormalize(basis: Basis, { rounds }: { rounds: number }): void {
  const { length, count, entries } = basis;
  for (let round = 0; round < rounds; round += 1) {
    const factors = factorize(multiplyPairs(basis, basis), count);
    for (let vector = 0; vector < count; vector += 1) {
      const row = factors.subarray(vector * count, (vector + 1) * count);
      const own = entries.subarray(vector * length, (vector + 1) * length);
      const scale = row[vector] as number;
      row[vector] = 0;
      for (let other = 0; other < vector; other += 4) addFour(own, basis, other, row);
      for (let index = 0; index < length; index += 1) own[index] = scale === 0 ? 0 : (own[index] as number) / scale;
    }
  }
}

/**
 * Cholesky factors of a symmetric matrix of `size` rows, those below the diagonal with the opposite sign. A row that the ones
 * before it make up has 0 on the diagonal.
 */
function factorize(square: Float64Array, size: number): Float64Array {
  const factors = new Float64Array(size * size);
  const at = (row: number, column: number) => factors[row * size + column] as number;
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column <= row; column += 1) {
      let rest = square[row * size + column] as number;
      for (let before = 0; before < column; before += 1) rest -= at(row, before) * at(column, before);
      const isDiagonal = row === column;
      const diagonal = isDiagonal ? 0 : at(column, column);
      if (isDiagonal)
        factors[row * size + row] = rest > (square[row * size + row] as number) * 1e-12 ? Math.sqrt(rest) : 0;
      else factors[row * size + column] = diagonal === 0 ? 0 : rest / diagonal;
    }
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column < row; column += 1) factors[row * size + column] = -at(row, column);
  return factors;
}

/** The products of each vector of one basis with each of the other, of which it is known that they are symmetric. */
function multiplyPairs(one: Basis, other: Basis): Float64Array {
  const { count, length } = one;
  const products = new Float64Array(count * count);
  for (let row = 0; row < count; row += 1) {
    const own = one.entries.subarray(row * length, (row + 1) * length);
    for (let column = 0; column <= row; column += 4) multiplyFour(own, other, column, products, row * count);
    for (let column = 0; column < row; column += 1)
      products[column * count + row] = products[row * count + column] as number;
  }
  return products;
}

/** Writes the products of `own` with four vectors from `first` on to `products`, from `at` + `first` on. */
function multiplyFour(
  own: Float64Array,
  { length, entries }: Basis,
  first: number,
  products: Float64Array,
  at: number,
): void {
  const one = first * length;
  const [two, three, four] = [one + length, one + 2 * length, one + 3 * length];
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let index = 0; index < length; index += 1) {
    const value = own[index] as number;
    a += value * (entries[one + index] as number);
    b += value * (entries[two + index] as number);
    c += value * (entries[three + index] as number);
    d += value * (entries[four + index] as number);
  }
  products[at + first] = a;
  products[at + first + 1] = b;
  products[at + first + 2] = c;
  products[at + first + 3] = d;
}

/** Adds four vectors from `first` on to `own`, each times its entry of `factors`. */
function addFour(own: Float64Array, { length, entries }: Basis, first: number, factors: Float64Array): void {
  const one = first * length;
  const [two, three, four] = [one + length, one + 2 * length, one + 3 * length];
  const [a, b, c, d] = factors.subarray(first, first + 4) as unknown as [number, number, number, number];
  for (let index = 0; index < length; index += 1)
    own[index] =
      (own[index] as number) +
      a * (entries[one + index] as number) +
      b * (entries[two + index] as number) +
      c * (entries[three + index] as number) +
      d * (entries[four + index] as number);
}

/** Eigenvalues of a symmetric matrix, the largest first, and their vectors. */
function findEigen(entries: Float64Array, size: number): { values: number[]; vectors: number[][] } {
  const square = Matrix.from1DArray(size, size, entries);
  const { realEigenvalues, eigenvectorMatrix } = new EigenvalueDecomposition(square, { assumeSymmetric: true });
  const order = realEigenvalues
    .map((value, index) => ({ value, index }))
    .toSorted((one, other) => other.value - one.value);
  return {
    values: order.map(({ value }) => value),
    vectors: order.map(({ index }) => eigenvectorMatrix.getColumn(index)),
  };
}

/** The first `dimensions` combinations of the vectors, each times its scale, row by row. */
function combine(
  basis: Basis,
  vectors: readonly (readonly number[])[],
  { dimensions, scales }: { dimensions: number; scales: readonly number[] },
): Float32Array {
  const { length, count } = basis;
  const combined = new Float32Array(length * dimensions);
  const sums = new Float64Array(length);
  for (let dimension = 0; dimension < dimensions; dimension += 1) {
    const scale = scales[dimension] ?? 0;
    const factors = Float64Array.from(vectors[dimension] ?? [], (entry) => entry * scale);
    sums.fill(0);
    for (let vector = 0; vector < count; vector += 4) addFour(sums, basis, vector, factors);
    for (let index = 0; index < length; index += 1) combined[index * dimensions + dimension] = sums[index] as number;
  }
  return combined;
}
