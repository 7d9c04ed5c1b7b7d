import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "./command.ts";

const folder = join(root, "build/demo");

/**
 * What `draw` makes, drawn once on this machine: each new database of demo data shows the same pictures. `name` is that of
 * a file, and says by a hash all that the drawing depends on.
 */
export async function drawOnce(name: string, draw: () => Buffer | Promise<Buffer>): Promise<Buffer> {
  const file = join(folder, name);
  const known = await readFile(file).catch(() => null);
  if (known) return known;
  const drawn = await draw();
  await mkdir(folder, { recursive: true });
  // Whole or not at all: another task may draw the same.
  const part = `${file}.${process.pid}`;
  await writeFile(part, drawn);
  await rename(part, file);
  return drawn;
}
