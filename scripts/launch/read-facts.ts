import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brand } from "../../app/content/brand.ts";
import { legalEntity } from "../../app/content/legal.ts";
import { root } from "../lib/command.ts";
import { tokensFile } from "../lib/tokens.ts";
import { readConfig } from "../lib/wrangler-config.ts";
import { readCommit, readTested } from "./tested-commit.ts";
import type { AccountFacts, CopyFile, LaunchFacts } from "./types.ts";

/** What this folder says, and with it what the account says. */
export function readFacts(account: AccountFacts | null, env?: string): LaunchFacts {
  const file = join(root, "wrangler.toml");
  return {
    config: readConfig(file, env),
    configText: readFileSync(file, "utf8"),
    brand,
    legalEntity: { ...legalEntity },
    copy: readCopy(),
    tokens: readFileSync(tokensFile, "utf8"),
    commit: readCommit(),
    tested: readTested(),
    account,
  };
}

function readCopy(): CopyFile[] {
  const folder = "app/content";
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}
