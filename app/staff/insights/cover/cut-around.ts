interface Size {
  width: number;
  height: number;
}

/** Shares of a picture's width and height, 0..1. */
export interface Focus {
  x: number;
  y: number;
}

/**
 * The largest part of a picture of `size` that has the shape of `target`, as near around `focus` as the picture's edges
 * let it be.
 */
export function cutAround(size: Size, focus: Focus, target: Size): Size & { x: number; y: number } {
  const scale = Math.min(size.width / target.width, size.height / target.height);
  const [width, height] = [target.width * scale, target.height * scale];
  return {
    x: clamp(focus.x * size.width - width / 2, size.width - width),
    y: clamp(focus.y * size.height - height / 2, size.height - height),
    width,
    height,
  };
}

function clamp(start: number, most: number): number {
  return Math.min(Math.max(start, 0), Math.max(most, 0));
}
