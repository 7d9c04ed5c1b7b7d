/** `npm run provision` as it is typed again later: host and region are written down, and nothing asks for them. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openStandIn } from "./cloudflare-stand-in.ts";
import { readFreshConfig } from "./fresh-config.ts";
import { runTask } from "./run-task.ts";

test("a repeated run needs neither --domain nor --region; the first one says which it needs; what cannot be is refused", async () => {
  const standIn = await openStandIn("0123456789abcdef0123456789abcdef");
  const folder = mkdtempSync(join(tmpdir(), "provision-command-"));
  const file = join(folder, "wrangler.toml");
  let token = "token-of-the-test";
  const type = async (...args: string[]) => {
    const env = {
      DEPLOYMENT_CONFIG: file,
      CLOUDFLARE_API_BASE_URL: standIn.base,
      CLOUDFLARE_API_TOKEN: token,
    };
    const { said } = await runTask("scripts/tasks/provision.ts", {
      args: ["--env", "staging", "--dry-run", ...args],
      env,
    });
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
