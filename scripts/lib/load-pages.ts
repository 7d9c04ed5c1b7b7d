import { join } from "node:path";
import { runnerImport } from "vite";
import type { PublicPage } from "../../app/content/public-pages.server.ts";
import { root } from "./command.ts";

/** The list of public pages with their copy, read from the source. */
export async function loadPages(): Promise<readonly PublicPage[]> {
  const { module } = await runnerImport<{ publicPages: readonly PublicPage[] }>(
    join(root, "app/content/public-pages.server.ts"),
    { root, configFile: false, logLevel: "error" },
  );
  return module.publicPages;
}
