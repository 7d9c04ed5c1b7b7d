/** What comes in at the same time: each kind of request with how many clients send it, one request after the other. */
import { randomUUID } from "node:crypto";
import { bannerVersion } from "../../shared/analytics/consent.ts";
import { pieceSize } from "../../shared/hiring/application-files.ts";
import { issueTicket } from "../../worker/lib/forms/ticket.ts";
import type { Answer, Ask } from "../bench/ask.ts";
import { signIn } from "../bench/subjects/accounts.ts";
import { benchSubjects } from "../bench/subjects.ts";
import type { BenchRoute, Visit } from "../bench/subject.ts";
import { origin } from "../bench/workerd.ts";
import type { Expected } from "./judge.ts";

/** Sends one request, from an address of its own, and returns its answer, whose status should be `expects`: that of its kind unless given. */
export type Send = (asked: Ask, expects?: number) => Promise<Answer>;

export interface LoadKind extends Expected {
  name: string;
  clients: number;
  /** Milliseconds between two turns of a client. */
  pause: number;
  /** One turn. */
  run: (visit: Visit, send: Send) => Promise<unknown>;
}

const routes = benchSubjects.flatMap((subject) => subject.routes);
const find = (...names: string[]) => routes.filter(({ name }) => names.includes(name));
const needsAccount = new Set(
  benchSubjects
    .filter(({ name }) => ["hiring", "publishing", "staff", "analytics"].includes(name))
    .flatMap((one) => one.routes),
);
const isFound = ({ status = 200 }: BenchRoute) => status < 400;
const pages = routes.filter((route) => isFound(route) && !needsAccount.has(route) && !/sent|session/.test(route.name));
const staff = routes.filter((route) => needsAccount.has(route) && !/sent|collect/.test(route.name));

/** The routes in turns. */
function inTurns(some: readonly BenchRoute[]) {
  return async (visit: Visit, send: Send) => {
    const route = some[visit.number % some.length];
    if (!route) throw new RangeError("No route is given.");
    return send(await route.ask(visit), route.status);
  };
}

const get = (...paths: string[]): BenchRoute[] => paths.map((path) => ({ name: path, ask: () => ({ path }) }));
const asStaff = (who: "cookies" | "hr", ...paths: string[]): BenchRoute[] =>
  paths.map((path) => ({ name: path, ask: (visit) => ({ path, headers: { Cookie: visit[who] } }) }));

const json = (path: string, body: object): Ask => ({
  method: "POST",
  path,
  headers: { Origin: origin, "Content-Type": "application/json", "User-Agent": browser },
  body: JSON.stringify(body),
});
const browser = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36";

/** As multipart, with a file. */
async function multipart(
  path: string,
  fields: Record<string, string>,
  file: [string, string, Uint8Array],
  cookie = "",
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set(file[0], new File([file[2] as BlobPart], file[1]));
  const encoded = new Response(form);
  const type = encoded.headers.get("Content-Type") ?? "";
  const body = new Uint8Array(await encoded.arrayBuffer());
  const headers = {
    Origin: origin,
    "Sec-Fetch-Site": "same-origin",
    "Content-Type": type,
    ...(cookie && { Cookie: cookie }),
  };
  return { method: "POST", path, headers, body } satisfies Ask;
}

const text = (bytes: number) => Buffer.alloc(bytes, `${randomUUID()} years of systems that people count on.\n`);

/** A picture that no other one is: the library keeps a file once. */
function makePng(): Uint8Array {
  const part = (name: string, body: Uint8Array) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(body.length);
    return Buffer.concat([length, Buffer.from(name), body, Buffer.alloc(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(64, 0);
  head.writeUInt32BE(48, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = Buffer.concat(Array.from({ length: 2000 }, () => Buffer.from(randomUUID())));
  return Buffer.concat([start, part("IHDR", head), part("IDAT", data), part("IEND", Buffer.alloc(0))]);
}

async function apply({ number, secret }: Visit, send: Send) {
  const fields = {
    ticket: await issueTicket(secret, Date.now() - 15_000),
    name: "Grace Example",
    email: `grace-${number}-${randomUUID()}@client.example`,
    consent: "on",
  };
  return send(await multipart("/careers/apply", fields, ["resume", "cv.txt", text(400_000)]));
}

/** A file that is sent ahead of its form, in pieces. */
async function uploadFile({ secret }: Visit, send: Send) {
  const headers = {
    Origin: origin,
    "Sec-Fetch-Site": "same-origin",
    "X-Ticket": await issueTicket(secret, Date.now() - 15_000),
  };
  const bytes = text(3_000_000);
  const begun = await send({
    method: "POST",
    path: "/careers/apply/uploads?do=begin",
    headers: { ...headers, "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ name: "cv.txt", bytes: String(bytes.length) }).toString(),
  });
  const { upload } = JSON.parse(begun.body.toString()) as { upload?: { id: string } };
  if (!upload) throw new Error("An upload that was begun has no name.");
  for (let from = 0; from < bytes.length; from += pieceSize)
    await send({
      method: "POST",
      path: `/careers/apply/uploads?upload=${upload.id}&from=${from}`,
      headers,
      body: bytes.subarray(from, from + pieceSize),
    });
}

function visitSite({ number }: Visit, send: Send) {
  const at = Date.now();
  const time = (at - 1000).toString(16).padStart(12, "0");
  const visit = `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
  const came = { referrer: "https://news.example/", language: "de-CH", timezone: "Europe/Zurich", width: 1280 };
  const events = [{ seq: 1, at: 0, path: ["/", "/gcc", "/contact"][number % 3], title: "A page" }];
  return send(json("/api/collect", { visitor_id: randomUUID(), visit_id: visit, came, events }));
}

function decide({ number }: Visit, send: Send) {
  const now = new Date().toISOString();
  const record = {
    visitor_id: randomUUID(),
    consent_status: number % 3 === 0 ? "rejected" : "accepted",
    first_visit: now,
    user_agent: browser,
    referrer: "",
    language: "de-CH",
    timezone: "Europe/Zurich",
    page_views: [],
    chosen_at: now,
    banner_version: bannerVersion,
  };
  return send(json("/api/store-visitor-analytics", record));
}

const exports = [
  ...asStaff("cookies", "/marketing-admin/inbox.csv", "/visitor-analytics.csv?of=time", "/blog-management/export"),
  ...asStaff("hr", "/job-applications/figures.csv"),
];

export const loadKinds: readonly LoadKind[] = [
  { name: "public pages", clients: 6, pause: 20, expects: 200, run: inTurns(pages) },
  {
    name: "search",
    clients: 2,
    pause: 60,
    expects: 200,
    run: inTurns(get("/search?q=cloud", "/api/search?q=data+platform", "/search?q=migration+cost")),
  },
  {
    name: "API and feeds",
    clients: 1,
    pause: 60,
    expects: 200,
    run: inTurns(get("/api/health", "/api/auth/session", "/insights/rss.xml", "/sitemap.xml")),
  },
  { name: "visits", clients: 3, pause: 20, expects: 204, run: visitSite },
  { name: "consent", clients: 1, pause: 60, expects: 204, run: decide },
  { name: "contact form", clients: 1, pause: 150, expects: 303, run: inTurns(find("contact, sent")) },
  { name: "application with a file", clients: 1, pause: 400, expects: 303, run: apply },
  { name: "file in pieces", clients: 1, pause: 500, expects: 200, run: uploadFile },
  { name: "staff lists", clients: 2, pause: 80, expects: 200, run: inTurns(staff) },
  {
    name: "upload to the library",
    clients: 1,
    pause: 700,
    expects: 200,
    run: async ({ cookies }, send) =>
      send(await multipart("/blog-management/media", {}, ["file", "plant.png", makePng()], cookies)),
  },
  // After some minutes of uploads the library is more than one request may read, and its export says so (413).
  { name: "exports", clients: 1, pause: 1500, expects: 200, run: inTurns(exports), allows: [413] },
  { name: "sign-in", clients: 2, pause: 100, expects: 200, run: (_, send) => send(signIn()), allows: [503] },
];
