import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { build } from "vite";
import { certificate } from "./certificate.ts";
import type { Asked } from "./worker.ts";

const folder = import.meta.dirname;

export interface Answered {
  outcome: string;
  row: { id: string; state: string; attempts: number; unanswered: number; due_at: number; last_error: string | null };
  logged: string[];
}

/** tests/mail/worker.ts in workerd, which trusts the certificate of the tests. */
export async function openWorker() {
  const made = mkdtempSync(join(tmpdir(), "mail-worker-"));
  const result = await build({
    configFile: false,
    logLevel: "error",
    publicDir: false,
    build: {
      write: false,
      minify: false,
      target: "es2022",
      lib: { entry: join(folder, "worker.ts"), formats: ["es"] },
      rolldownOptions: { external: [/^cloudflare:/, /^node:/], output: { codeSplitting: false } },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (!output || !("output" in output)) throw new Error("The Worker gave no output.");
  writeFileSync(join(made, "worker.mjs"), output.output[0].code);
  writeFileSync(join(made, "certificate.pem"), certificate);
  const serving = spawn(process.execPath, [join(folder, "serve.ts"), join(made, "worker.mjs")], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: join(made, "certificate.pem") },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(serving.stdout).once("line", resolve);
    serving.once("exit", () => reject(new Error("The Worker did not start.")));
  });
  const ask = async <Answer = Answered>(asked: Asked): Promise<Answer> => {
    const response = await fetch(url, { method: "POST", body: JSON.stringify(asked) });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as Answer;
  };
  const close = async () => {
    const isOver = new Promise((resolve) => serving.once("exit", resolve));
    serving.stdin.end();
    await isOver;
    rmSync(made, { recursive: true });
  };
  return { ask, close };
}
