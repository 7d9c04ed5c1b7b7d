import { findDirections } from "../../worker/search/lsa/linear.ts";
import { drawAgain } from "../../worker/search/lsa/draw.ts";

export interface MapPoint {
  /** From -1 to 1. */
  x: number;
  y: number;
}

/**
 * The two directions in which vectors differ most (principal components), with each vector's place in them. The same vectors give
 * the same map: in each direction the place farthest from the middle is positive. About a second for 20,000 of 256 dimensions.
 */
export function projectMap(vectors: readonly ArrayLike<number>[]): MapPoint[] {
  const rows = vectors.length;
  const columns = vectors[0]?.length ?? 0;
  if (rows < 3 || columns < 3) return vectors.map((_, index) => ({ x: index, y: 0 }));
  const means = Float64Array.from({ length: columns }, () => 0);
  for (const vector of vectors)
    for (let column = 0; column < columns; column += 1)
      means[column] = (means[column] ?? 0) + (vector[column] ?? 0) / rows;
  const values = new Float32Array(rows * columns);
  for (const [row, vector] of vectors.entries())
    for (let column = 0; column < columns; column += 1)
      values[row * columns + column] = (vector[column] ?? 0) - (means[column] ?? 0);
  const matrix = {
    rows,
    columns,
    starts: Uint32Array.from({ length: rows + 1 }, (_, row) => row * columns),
    places: Uint32Array.from({ length: rows * columns }, (_, entry) => entry % columns),
    values,
  };
  const { dimensions, vectors: directions } = findDirections(matrix, { wanted: 2, draw: drawAgain() });
  const place = (direction: number) => {
    const along = Float64Array.from({ length: rows }, (_, row) => {
      let sum = 0;
      for (let column = 0; column < columns; column += 1)
        sum += (values[row * columns + column] ?? 0) * (directions[column * dimensions + direction] ?? 0);
      return sum;
    });
    const farthest = along.reduce((most, value) => (Math.abs(value) > Math.abs(most) ? value : most), 0);
    return along.map((value) => (farthest === 0 ? 0 : value / farthest));
  };
  const [xs, ys] = [place(0), place(1)];
  return vectors.map((_, index) => ({ x: xs[index] ?? 0, y: ys[index] ?? 0 }));
}
