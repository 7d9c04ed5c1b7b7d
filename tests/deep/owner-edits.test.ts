import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { killGroup } from "../../scripts/lib/command.ts";
import { findFreePort } from "../../scripts/lib/ports.ts";
import { copyRepository } from "./copy-of-repository.ts";
import { editAsOwner } from "./edit-as-owner.ts";

let copy: ReturnType<typeof copyRepository>;

beforeAll(() => {
  copy = copyRepository();
  editAsOwner(copy.folder);
});

afterAll(() => copy.remove());

test("after the edits that docs/own-it.md invites, every check passes", async () => {
  expect(await copy.run("run", "format")).toMatchObject({ status: 0 });
  expect(await copy.run("run", "check")).toMatchObject({ status: 0 });
});

test("the unit tests pass too, and leave the site alone that the owner looks at meanwhile", async () => {
  const port = await findFreePort();
  const site = spawn("npm", ["start"], {
    cwd: copy.folder,
    env: { ...process.env, PORT: String(port) },
    stdio: ["ignore", "pipe", "inherit"],
    // A group of its own, as a terminal would make it: the signal that ends it reaches all that npm started.
    detached: true,
  });
  try {
    let said = "";
    for await (const text of site.stdout.setEncoding("utf8")) if ((said += text).includes("Ctrl+C")) break;
    expect(said).toMatch(/Build the site +[\d.]+ s\n/);
    const home = await (await fetch(`http://localhost:${port}/`)).text();
    expect(home).toContain("Marl &amp; Moss");
    expect(home).toContain("Five services, ");

    expect(await copy.run("test", "--", "unit")).toMatchObject({ status: 0 });

    const assets = [...home.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? "");
    expect(assets.length).toBeGreaterThan(10);
    for (const path of ["/", "/quantum-sensing", "/shipping", ...assets])
      expect((await fetch(`http://localhost:${port}${path}`)).status, path).toBe(200);
    for (const path of ["/artificial-intelligence", "/cloud-engineering", "/healthcare"])
      expect((await fetch(`http://localhost:${port}${path}`)).status, path).toBe(404);
  } finally {
    killGroup(site);
    await once(site, "exit");
  }
});

test("the tests in the browser pass too: no commit is deployed without them", async () => {
  expect(await copy.run("test", "--", "e2e")).toMatchObject({ status: 0 });
});
