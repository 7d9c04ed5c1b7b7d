/** `npm run provision` as it is typed again later: host and region are written down, and nothing asks for them. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openStandIn } from "./cloudflare-stand-in.ts";
import { readFreshConfig } from "./fresh-config.ts";

const root = join(import.meta.dirname, "..");

test("a repeated run needs neither --domain nor --region; the first one says which it needs; what cannot be is refused", async () => {
  const standIn = await openStandIn("0123456789abcdef0123456789abcdef");
  const folder = mkdtempSync(join(tmpdir(), "provision-command-"));
  const file = join(folder, "wrangler.toml");
  let token = "token-of-the-test";
  const type = async (...args: string[]) => {
    const task = ["--disable-warning=ExperimentalWarning", "scripts/run-task.ts", "provision", "--env", "staging"];
    const env = {
      ...process.env,
      DEPLOYMENT_CONFIG: file,
      CLOUDFLARE_API_BASE_URL: standIn.base,
      CLOUDFLARE_API_TOKEN: token,
    };
    const running = spawn(process.execPath, [...task, "--dry-run", ...args], { cwd: root, env, stdio: "pipe" });
    running.stdin.end();
    let said = "";
    for (const stream of [running.stdout, running.stderr]) stream.on("data", (part) => (said += String(part)));
    await new Promise((resolve) => running.once("close", resolve));
    return said;
  };
  try {
    const fresh = readFreshConfig();
    writeFileSync(file, fresh);
    expect(await type()).toContain("Host of the site");
    expect(await type("--domain", "staging.acme.co")).toContain("Where the data is kept, for good");
    writeFileSync(
      file,
      fresh
        .replace("https://staging.fivewright.example", "https://staging.acme.co")
        .replace('bucket_name = "fivewright-staging-media"', '$&\njurisdiction = "eu"'),
    );
    expect(await type()).toContain("would make D1 database fivewright-staging\n");
    // What is typed is judged without the account.
    token = "of-nobody";
    expect(await type("--domain", "https://www.acme.co/")).toBe(
      '"https://www.acme.co/" is no host name that a site can have.\n',
    );
    expect(await type()).toContain("Invalid access token");
    token = "token-of-the-test";
    const nowhere = await type("--domain", "www.nosuch.co", "--region", "eu");
    expect(nowhere).toMatch(/^No domain of the account has the host www\.nosuch\.co\. .*\nNothing was done\.\n$/);
    const refused = await type("--region", "us");
    expect(refused).toContain("wrangler.toml names the region eu already, and --region says us.");
    expect(refused).toContain("Nothing was done.");
    expect(standIn.unknown).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
    await standIn.close();
  }
});
