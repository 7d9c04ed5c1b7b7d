/** The five rhombs of the mark: around one point, tip up, the first pointing up and the rest clockwise. */

const edge = 30;
/** A little below the middle: a star's weight sits above its centre. */
const centre = { x: 60, y: 62 };
const shrink = 0.94;

export const starViewBox = "2 2 116 116";

function unit(degrees: number) {
  const radians = (degrees * Math.PI) / 180;
  return { x: Math.cos(radians), y: Math.sin(radians) };
}

/** SVG path of rhomb `k`, pushed out along its own axis by `push` edges. */
function drawRhomb(k: number, push: number): string {
  const left = unit(-126 + 72 * k);
  const right = unit(-54 + 72 * k);
  const axis = unit(-90 + 72 * k);
  const tip = { x: left.x + right.x, y: left.y + right.y };
  const corners = [{ x: 0, y: 0 }, left, tip, right].map((corner) => {
    const place = (along: "x" | "y") =>
      (
        centre[along] +
        edge * (tip[along] / 2 + (corner[along] - tip[along] / 2) * shrink + axis[along] * push)
      ).toFixed(1);
    return `${place("x")} ${place("y")}`;
  });
  return `M${corners.join("L")}z`;
}

/** All five at rest, for spinner and progress. */
export const starPaths = [0, 1, 2, 3, 4].map((k) => drawRhomb(k, 0.07));

/** The logo: the upper right rhomb steps out of the ring. */
export const logoPaths = [0, 1, 2, 3, 4].map((k) => drawRhomb(k, k === 1 ? 0.38 : 0.04));
