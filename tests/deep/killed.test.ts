/** workerd ended in mid-write, again and again, with its state on disk: nothing is half there, and a retry makes it whole. */
import { randomInt } from "node:crypto";
import { rmSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pieceSize } from "../../app/shared/application-files.ts";
import { contactTopics } from "../../app/content/contact-topics.ts";
import { bootSide, origin, type Side } from "../../scripts/bench/workerd.ts";
import { ask } from "../../scripts/bench/ask.ts";
import { readLocalSecret } from "../../scripts/lib/d1.ts";
import { ensureDevVars, prepareDatabase } from "../../scripts/lib/local-site.ts";
import { buildOnce } from "../../scripts/lib/test-parts.ts";
import { issueTicket } from "../../worker/contact/ticket.ts";

const state = ".wrangler/killed";
const build = "build/test";
const kills = Number(process.env["KILLS"] ?? 30);
let secret = "";

beforeAll(async () => {
  ensureDevVars();
  await buildOnce();
  secret = await readLocalSecret();
  rmSync(state, { recursive: true, force: true });
  await prepareDatabase(state);
});

afterAll(() => rmSync(state, { recursive: true, force: true }));

const boot = () => bootSide({ name: "site", build, state });

/** Ends it as a power cut would. */
async function kill(site: Side): Promise<void> {
  process.kill(site.pid, "SIGKILL");
  await site.stop().catch(() => undefined);
}

interface Sent {
  path: string;
  /** The fields, and a file among them. */
  fields: Record<string, string>;
  file?: Uint8Array;
}

async function post(site: Side, { path, fields, file }: Sent): Promise<number> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (file) form.set("resume", new File([file as BlobPart], "cv.txt"));
  const encoded = new Response(file ? form : new URLSearchParams(fields));
  const address = `10.${randomInt(255)}.${randomInt(255)}.${randomInt(1, 255)}`;
  const type = encoded.headers.get("Content-Type") ?? "";
  const headers = {
    Origin: origin,
    "Sec-Fetch-Site": "same-origin",
    "Content-Type": type,
    "CF-Connecting-IP": address,
  };
  const body = new Uint8Array(await encoded.arrayBuffer());
  return (await ask(site, { method: "POST", path, headers, body })).status;
}

async function makeForms(round: number): Promise<Sent[]> {
  const ticket = () => issueTicket(secret, Date.now() - 15_000);
  const own = { name: "Ada Example", consent: "on" };
  const topic = contactTopics[0]?.id ?? "";
  const text = { topic, company: "", subject: "Killed", message: `It is good on paper. (${round})` };
  return [
    { path: "/contact", fields: { ...own, ...text, email: `killed-${round}@client.example`, ticket: await ticket() } },
    {
      path: "/careers/apply",
      fields: { ...own, email: `applied-${round}@client.example`, ticket: await ticket() },
      file: Buffer.alloc(pieceSize / 2, `Round ${round} of systems that people count on.\n`),
    },
  ];
}

/** What each of the two leaves: rows of itself, mails about it, its files. */
async function readWhole(site: Side, round: number) {
  const [row] = await site.read<Record<string, number>>(
    `select (select count(*) from enquiries where email = 'killed-${round}@client.example') as enquiries,
      (select count(*) from outbox where subject_id in (select id from enquiries where email = 'killed-${round}@client.example')) as mails,
      (select count(*) from applications where email = 'applied-${round}@client.example') as applications,
      (select count(*) from application_files where application_id in
        (select id from applications where email = 'applied-${round}@client.example')) as files,
      (select count(*) from application_history where application_id in
        (select id from applications where email = 'applied-${round}@client.example')) as history,
      (select count(*) from outbox where subject_id in
        (select id from applications where email = 'applied-${round}@client.example')) as told`,
  );
  return row ?? {};
}

test(`after ${kills} kills in mid-write the database is sound, nothing is half stored, and each retry makes it whole, once`, async () => {
  const whole = await run(0, Infinity);
  expect(whole).toMatchObject({ enquiries: 1, applications: 1, files: 1, history: 1 });
  const left = new Set<string>();
  for (let round = 1; round <= kills; round += 1) {
    const after = await run(round, randomInt(0, 120));
    left.add(JSON.stringify(after));
    process.stdout.write(`  kill ${round} of ${kills}\n`);
  }
  expect([...left]).toEqual([JSON.stringify(whole)]);
});

/** Sends both forms, ends the Worker `milliseconds` after, looks at what is there, and sends them once more. */
async function run(round: number, milliseconds: number) {
  const forms = await makeForms(round);
  if (milliseconds < Infinity) {
    const site = await boot();
    // Modules are loaded and the database is open: what is ended is the write.
    await ask(site, { path: "/contact" });
    const sending = Promise.allSettled(forms.map((form) => post(site, form)));
    await wait(milliseconds);
    await kill(site);
    await sending;
  }
  const site = await boot();
  try {
    const [sound] = await site.read<{ quick_check?: string }>("pragma quick_check");
    expect(Object.values(sound ?? {})).toEqual(["ok"]);
    expect(await site.read("pragma foreign_key_check")).toEqual([]);
    const half = await readWhole(site, round);
    // All that belongs to it is there with it, or nothing.
    expect([half["mails"] !== 0, half["files"], half["history"]], `${milliseconds} ms`).toEqual([
      half["enquiries"] !== 0,
      half["applications"],
      half["applications"],
    ]);
    for (const form of forms) expect([form.path, await post(site, form)]).toEqual([form.path, 303]);
    return await readWhole(site, round);
  } finally {
    await site.stop();
  }
}
