/** Provisioning of www.acme.co in the account of a stand-in: what it reads and writes are texts in memory and a folder of the test. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openAccount } from "../scripts/cloudflare/api.ts";
import { readConfig } from "../scripts/lib/wrangler-config.ts";
import { provision, type Provision } from "../scripts/provision/provision.ts";
import type { StandIn } from "./cloudflare-stand-in.ts";

export const accountId = "0123456789abcdef0123456789abcdef";

export const openTheAccount = ({ base }: StandIn, token = "token-of-the-test") =>
  openAccount({ token, base }, accountId);

/** The configuration that this text is, as a file in the folder. */
export function readToml(folder: string, toml = "") {
  const file = join(folder, "wrangler.toml");
  writeFileSync(file, toml);
  return readConfig(file);
}

interface Place {
  standIn: StandIn;
  folder: string;
  /** The files by name: wrangler.toml is one of them. */
  texts: Record<string, string>;
}

/** A run for a site in the EU that keeps no secrets and says nothing, unless `change` says otherwise. */
export function provisionAcme({ standIn, folder, texts }: Place, change: Partial<Provision> = {}) {
  return provision({
    account: openTheAccount(standIn),
    config: readToml(folder, texts["wrangler.toml"]),
    region: "eu",
    chooseRegion: () => Promise.reject(new Error("Nobody is there to choose a region.")),
    domain: "www.acme.co",
    isDryRun: false,
    files: { read: (name) => texts[name] ?? "", write: (name, text) => void (texts[name] = text) },
    secrets: { stored: [], keep: () => undefined },
    say: () => undefined,
    ...change,
  });
}
