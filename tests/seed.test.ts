import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

test.each([[[]], [["--remote"]], [["--local", "--remote"]]])(
  "the demo accounts are refused without --local and with --remote: %j",
  (flags) => {
    const state = mkdtempSync(join(tmpdir(), "seed-test-"));
    try {
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        ["scripts/seed.ts", ...flags, "--persist-to", state],
        { cwd: root, encoding: "utf8" },
      );
      expect([status, stdout]).toEqual([1, ""]);
      expect(stderr).toContain("Demo accounts are for the embedded database");
      expect(readdirSync(state)).toEqual([]);
    } finally {
      rmSync(state, { recursive: true });
    }
  },
);
