import { join } from "node:path";
import { root } from "../../scripts/lib/command.ts";
import { readBuild } from "../../scripts/lib/read-build.ts";
import { ask } from "./ask.ts";
import { groupProfile, nameRoom, readSources, type Spent, takeProfile } from "./profile.ts";
import { bootSide, origin } from "./workerd.ts";

/** A Worker that reads the site's only when it is asked, so that a profile sees all of it. */
const lazy = `let site;
export default {
  async fetch(request, env, ctx) {
    if (!site) { const file = "./index.js"; site = (await import(file)).default; }
    return new URL(request.url).pathname === "/boot" ? new Response("up") : site.fetch(request, env, ctx);
  },
};`;

interface BootProfile {
  /** While the modules are run. */
  boot: Spent[];
  /** Of the first answer. */
  first: Spent[];
}

/**
 * Where the time of a start goes, by package and by folder of ours, the dearest first. A profile also counts while other
 * programs had the processor, so the shortest of a few starts is the truest. One without any sample says nothing.
 */
export async function profileBoot(build: string): Promise<BootProfile> {
  const profiles: BootProfile[] = [];
  for (let start = 0; start < 4; start += 1) profiles.push(await profileOnce(build));
  const shortest = (part: keyof BootProfile) =>
    profiles
      .map((profile) => profile[part])
      .filter((spent) => addUp(spent) > 0)
      .toSorted((one, other) => addUp(one) - addUp(other))[0] ?? [];
  return { boot: shortest("boot"), first: shortest("first") };
}

function addUp(spent: readonly Spent[]): number {
  return spent.reduce((sum, { self }) => sum + self, 0);
}

async function profileOnce(build: string): Promise<BootProfile> {
  const modules = { "lazy.js": lazy, ...readBuild(build) };
  const side = await bootSide({ name: "lazy", modules, bindings: { SITE_ORIGIN: origin } });
  const findSource = readSources(join(root, build, "server"));
  const spend = async (path: string) =>
    groupProfile(await takeProfile(await side.openInspector(), () => ask(side, { path })), (node) =>
      nameRoom(findSource(node), node.callFrame.functionName),
    );
  const figures = { boot: await spend("/boot"), first: await spend("/") };
  await side.stop();
  return figures;
}
