import { globSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { StaffPage } from "#app/staff/staff-page.ts";

const folder = join(import.meta.dirname, "../../../app/staff");

/** Addresses of the staff pages, from what their folders declare. */
export const staffPaths = await Promise.all(
  globSync(["*/*page.ts", "*/*/page.ts"], { cwd: folder })
    .toSorted()
    .map(async (file) => {
      const { page } = (await import(pathToFileURL(join(folder, file)).href)) as { page: StaffPage };
      return page.path;
    }),
);
