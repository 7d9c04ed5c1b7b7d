/** workerd ended in mid-write, again and again, with its state on disk: nothing is half there, and a retry makes it whole. */
import { randomInt } from "node:crypto";
import { rmSync } from "node:fs";
import { Agent } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { deflateSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pieceSize } from "#shared/hiring/application-files.ts";
import { contactTopics } from "../../app/content/contact-topics.ts";
import { bootSide, origin, type Side } from "../../lab/bench/workerd.ts";
import { ask } from "../../lab/bench/ask.ts";
import { readLocalSecret } from "../../scripts/lib/local-site.ts";
import { ensureDevVars, prepareDatabase } from "../../scripts/lib/local-site.ts";
import { buildOnce } from "../../scripts/lib/test-parts.ts";
import { issueTicket } from "#worker/lib/forms/ticket.ts";
import { schedules } from "../../worker/lib/schedules.ts";

const state = ".wrangler/killed";
const build = "build/test";
const kills = Number(process.env["KILLS"] ?? 30);
let secret = "";

beforeAll(async () => {
  ensureDevVars();
  if (!process.env["TEST_BUILT"]) await buildOnce();
  secret = readLocalSecret();
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
  // A connection of its own: both forms are written at the same time.
  return (await ask(site, { method: "POST", path, headers, body }, new Agent())).status;
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
  const first = await boot();
  const forms = await makeForms(0);
  const begun = performance.now();
  await ask(first, { path: "/contact" });
  const sent = performance.now();
  expect(await Promise.all(forms.map((form) => post(first, form)))).toEqual([303, 303]);
  const lasts = performance.now() - sent;
  const whole = await readWhole(first, 0);
  await first.stop();
  expect(whole).toMatchObject({ enquiries: 1, applications: 1, files: 1 });
  expect(Object.values(whole)).not.toContain(0);
  process.stdout.write(`  ${Math.round(sent - begun)} ms to load, ${Math.round(lasts)} ms to write\n`);

  const found = new Map<string, number>();
  for (let round = 1; round <= kills; round += 1) {
    // From the first moment of the writes to a little after their last.
    const half = await run(round, (lasts * 1.2 * (round - 1)) / kills, whole);
    const name = `${half["enquiries"]} enquiries, ${half["applications"]} applications`;
    found.set(name, (found.get(name) ?? 0) + 1);
    process.stdout.write(`  kill ${round} of ${kills}: ${name} were stored\n`);
  }
  // Writes were met: kills that all came before them, or all after, would say nothing.
  if (kills >= 10) expect(found.size).toBeGreaterThan(1);
});

/** Sends both forms, ends the Worker `milliseconds` after, looks at what is there, and sends them once more. Returns what was there. */
async function run(round: number, milliseconds: number, whole: Record<string, number>) {
  const forms = await makeForms(round);
  const killed = await boot();
  // Modules are loaded and the database is open: what is ended is the write.
  await ask(killed, { path: "/contact" });
  const sending = Promise.allSettled(forms.map((form) => post(killed, form)));
  await wait(milliseconds);
  await kill(killed);
  await sending;

  const site = await boot();
  try {
    const [sound] = await site.read<{ quick_check?: string }>("pragma quick_check");
    expect(Object.values(sound ?? {})).toEqual(["ok"]);
    expect(await site.read("pragma foreign_key_check")).toEqual([]);
    const half = await readWhole(site, round);
    // All that belongs to it is there with it, or nothing.
    const expected = half["enquiries"] ? { enquiries: 1, mails: whole["mails"] } : { enquiries: 0, mails: 0 };
    const own = ["applications", "files", "history", "told"].map((name) => [
      name,
      half["applications"] ? whole[name] : 0,
    ]);
    expect(half, `${milliseconds} ms`).toEqual({ ...expected, ...Object.fromEntries(own) });
    for (const form of forms) expect([form.path, await post(site, form)]).toEqual([form.path, 303]);
    expect(await readWhole(site, round)).toEqual(whole);
    // So many mails leave within an hour and a day: the next round is later.
    await site.write([
      "update enquiries set mailed_at = 1, confirmed_at = 1, received_at = 1",
      "update applications set mailed_at = 1, confirmed_at = 1",
    ]);
    return half;
  } finally {
    await site.stop();
  }
}

/** A PDF of one word that takes some seconds to read: the rest of it is drawn outside its pages. */
function makeLongPdf(): Uint8Array {
  const pages = 80;
  const drawn = deflateSync(`BT /F 9 Tf 50 700 Td (Patience) Tj 0 -5000 Td ${"(word) Tj 1 0 Td ".repeat(4500)} ET`);
  const kids = Array.from({ length: pages }, (_, index) => `${5 + index} 0 R`).join(" ");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Count ${pages} /Kids [${kids}] /MediaBox [0 0 595 842] /Resources << /Font << /F 3 0 R >> >> >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    `<< /Filter /FlateDecode /Length ${drawn.length} >>\nstream\n${drawn.toString("latin1")}\nendstream`,
    ...Array.from({ length: pages }, () => "<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>"),
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join("");
  return Buffer.from(`%PDF-1.7\n${body}trailer\n<< /Root 1 0 R >>\nstartxref\n0\n%%EOF\n`, "latin1");
}

/** Runs the jobs when it is asked, and consumes its queues. */
const working = `import site from "./index.js";
export default { ...site, async fetch(request, env, ctx) {
  await site.scheduled({ cron: request.headers.get("X-Schedule"), scheduledTime: Date.now(), noRetry() {} }, env, ctx);
  return new Response("done");
} };`;

test("an application whose file is being read when the program ends is there afterwards, and so is its text in the end", async () => {
  const file = makeLongPdf();
  const found = new Set<string>();
  // From before it is read until it may be done.
  for (const [round, milliseconds] of [0, 150, 400, 800, 1500].entries()) {
    const email = `read-${round}@client.example`;
    const ticket = await issueTicket(secret, Date.now() - 15_000);
    const killed = await bootSide({ name: "site", build, state, isConsuming: true });
    const fields = { name: "Ada Example", consent: "on", email, ticket };
    expect(await post(killed, { path: "/careers/apply", fields, file })).toBe(303);
    // Nobody else has the database open meanwhile.
    await wait(milliseconds);
    await kill(killed);

    const own = `application_id in (select id from applications where email = '${email}')`;
    const modules = { "working.js": working };
    const site = await bootSide({ name: "site", build, state, modules, isConsuming: true });
    const read = async () => {
      const query = `select bytes, state, text, attempts from application_files join application_texts on file_id = id where application_texts.${own}`;
      return site.read<{ bytes: number; state: string; text: string; attempts: number }>(query);
    };
    try {
      const [row, ...others] = await read();
      expect([row?.bytes, others.length]).toEqual([file.length, 0]);
      found.add(`${row?.state}, ${row?.attempts} tries`);
      // Later, when the try is over.
      await site.write([
        `update application_texts set due_at = 0, at = at - 3600000 where ${own} and state = 'waiting'`,
      ]);
      await ask(site, { path: "/", headers: { "X-Schedule": schedules.everyFiveMinutes } });
      await expect
        .poll(async () => (await read())[0]?.text, { timeout: 60_000, interval: 500 })
        .toMatch(/^(?:Patience\s*){80}$/);
      await site.write(["update applications set mailed_at = 1, confirmed_at = 1"]);
    } finally {
      await site.stop();
    }
  }
  process.stdout.write(`  ended: ${[...found].join("; ")}\n`);
  expect(found).toContain("waiting, 1 tries");
});
