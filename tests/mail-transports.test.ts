/** Mails of the outbox as they leave workerd: to a real mail server, and to the API of a service. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Asked } from "./mail/worker.ts";
import {
  answerCommands,
  openApi,
  openMailServer,
  openRawServer,
  password,
  type TakenMail,
} from "./mail/mail-server.ts";
import { type Answered, openWorker } from "./mail/open-worker.ts";

let worker: Awaited<ReturnType<typeof openWorker>>;
beforeAll(async () => {
  worker = await openWorker();
}, 120_000);
afterAll(() => worker.close());

const opened: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const { close } of opened.splice(0)) await close();
});
const keep = <Server extends { close: () => Promise<void> }>(server: Server) => {
  opened.push(server);
  return server;
};

const mail = {
  recipient: "bo@example.net",
  subject: "Grüße aus der Werkstatt – your fitting on Tuesday, 24 November 2026, at half past nine",
  text: ".first line\r\n..\nA line of ümlauts =20 and 🙂, which is longer than the seventy-six signs that a line may have. \n.",
  html: "<p>Grüße</p>",
};

const smtp = (port: number, more: Record<string, string> = {}) => ({
  MAIL_FROM: "website@example.com",
  MAIL_TRANSPORT: "smtp",
  SMTP_HOST: "localhost",
  SMTP_PORT: String(port),
  SMTP_USER: "site",
  SMTP_PASSWORD: password,
  ...more,
});

const send = (variables: Record<string, string>, more: Partial<Asked> = {}) => worker.ask({ variables, mail, ...more });

const readHeader = ({ raw }: TakenMail, name: string) =>
  new RegExp(`^${name}: ((?:[^\r\n]|\r\n[ \t])*)`, "im").exec(raw)?.[1]?.replaceAll(/\r\n[ \t]/g, " ");

const decodeWords = (text = "") =>
  text
    .replaceAll(/\?= =\?/g, "?==?")
    .replaceAll(/=\?utf-8\?B\?([^?]*)\?=/g, (_all, base64: string) => Buffer.from(base64, "base64").toString("latin1"))
    .replaceAll(/[\u0080-\u00FF]+/g, (bytes) => Buffer.from(bytes, "latin1").toString());

function decodePart({ raw }: TakenMail, type: string): string {
  const part = new RegExp(`Content-Type: ${type}[^]*?\r\n\r\n([^]*?)\r\n--=_`).exec(raw)?.[1] ?? "";
  const bytes = part
    .replaceAll("=\r\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
}

test.each([
  ["by STARTTLS, with a password", {}, { secure: false }, true, "site"],
  [
    "by TLS from the first byte, with LOGIN",
    { SMTP_SECURITY: "tls" },
    { secure: true, authMethods: ["LOGIN"] },
    true,
    "site",
  ],
  ["in clear text on this machine", { SMTP_SECURITY: "none", SMTP_USER: "" }, {}, false, ""],
])("a mail reaches the server %s, whole", async (_name, more, options, isSecure, user) => {
  const server = keep(await openMailServer(options));
  const files = [
    { name: "Termin 'ä'.ics", type: "text/calendar; charset=utf-8; method=REQUEST", content: "BEGIN:ä\r\n" },
  ];
  const stopUrl = `https://www.example.com/stop?secret=${"x".repeat(300)}`;
  const { outcome, row } = await send(smtp(server.port, more), {
    mail: { ...mail, replyTo: "ada@example.org", stopUrl },
    files,
  });
  expect([outcome, row.state, row.attempts]).toEqual(["sent", "sent", 1]);
  expect(server.mails).toHaveLength(1);
  const [taken] = server.mails as [TakenMail];
  expect(taken).toMatchObject({ from: "website@example.com", to: ["bo@example.net"], isSecure, user });
  expect(decodeWords(readHeader(taken, "Subject"))).toBe(mail.subject);
  expect(readHeader(taken, "Message-ID")).toBe(`<${row.id}@example.com>`);
  expect(readHeader(taken, "Reply-To")).toBe("ada@example.org");
  expect(readHeader(taken, "List-Unsubscribe")).toBe(`<${stopUrl}>`);
  expect(decodePart(taken, "text/plain")).toBe(mail.text.replaceAll(/\r?\n/g, "\r\n"));
  expect(decodePart(taken, "text/html")).toBe(mail.html);
  expect(taken.raw).toContain(Buffer.from("BEGIN:ä\r\n").toString("base64"));
  expect(taken.raw).toContain("filename*=UTF-8''Termin%20%27%C3%A4%27.ics");
  expect(taken.raw.split("\r\n").filter((line) => line.length > 76 && !line.startsWith("List-"))).toEqual([]);
  expect(/[^\u0000-\u007F]|[^\r]\n/.test(taken.raw)).toBe(false);
});

test("a password that the server does not take is for the operator to mend: the mail waits, and no record holds it", async () => {
  const server = keep(await openMailServer());
  const wrong = "wröng-password";
  const { row, ...rest } = await send(smtp(server.port, { SMTP_PASSWORD: wrong }));
  expect(rest.outcome).toBe("retry");
  expect(row.last_error).toContain("answered 535 to AUTH. Wrong: site …");
  const secrets = [wrong, Buffer.from(wrong).toString("base64"), Buffer.from(`\0site\0${wrong}`).toString("base64")];
  const logged = JSON.stringify([row, rest]);
  expect(secrets.filter((secret) => logged.includes(secret))).toEqual([]);
});

test("nothing is said to a server that offers no TLS, or whose certificate is not for its name", async () => {
  let said = "";
  const bare = keep(
    await openRawServer((socket) => {
      answerCommands(() => {})(socket);
      socket.on("data", (part) => (said += part.toString()));
    }),
  );
  expect((await send(smtp(bare.port))).row.last_error).toBe("The mail server offers no STARTTLS.");
  expect(said).toBe("EHLO example.com\r\n");
  const stripped = keep(
    await openRawServer((socket) => {
      // Whoever sits between adds an answer of their own to the last one in clear text.
      socket.write("220 raw\r\n");
      socket.on("data", (part) =>
        socket.write(part.toString().startsWith("EHLO") ? "250-raw\r\n250 STARTTLS\r\n" : "220 go on\r\n250 mine\r\n"),
      );
    }),
  );
  expect((await send(smtp(stripped.port))).row.last_error).toContain("sent more than its answer before TLS");
  const server = keep(await openMailServer());
  // The certificate names localhost and 127.0.0.1 alone.
  const { outcome } = await send(smtp(server.port, { SMTP_HOST: "127.0.0.2" }));
  expect([outcome, server.mails]).toEqual(["retry", []]);
});

const refusing = (responseCode: number) => Object.assign(new Error("Said so"), { responseCode });

test("451 is tried again and then arrives under the same Message-ID; 550 is final; a sender that is refused waits", async () => {
  let isGrey = true;
  const grey = keep(
    await openMailServer({
      onRcptTo(_address, _session, done) {
        done(isGrey ? refusing(451) : null);
        isGrey = false;
      },
    }),
  );
  const first = await send(smtp(grey.port));
  expect([first.outcome, first.row.state, first.row.last_error]).toEqual([
    "retry",
    "waiting",
    "The mail server answered 451 to RCPT TO. Said so",
  ]);
  const second = await worker.ask({ variables: smtp(grey.port), again: first.row.id as never });
  expect(second.outcome).toBe("sent");
  expect(grey.mails.map((taken) => readHeader(taken, "Message-ID"))).toEqual([`<${first.row.id}@example.com>`]);

  const final = keep(await openMailServer({ onRcptTo: (_address, _session, done) => done(refusing(550)) }));
  const refused = await send(smtp(final.port));
  expect([refused.outcome, refused.row.state, refused.row.attempts]).toEqual(["failed", "failed", 1]);
  expect(JSON.stringify(refused.logged)).not.toContain("Said so");
  const late = keep(
    await openMailServer({
      onData: (stream, _session, done) => void stream.resume().on("end", () => done(refusing(554))),
    }),
  );
  expect((await send(smtp(late.port))).row).toMatchObject({ state: "failed", unanswered: 0 });
  const sender = keep(await openMailServer({ onMailFrom: (_address, _session, done) => done(refusing(553)) }));
  expect((await send(smtp(sender.port))).row).toMatchObject({ state: "waiting" });
});

test("a line that is cut before the mail costs nothing; one that is cut in it is repeated once, then left to a person", async () => {
  const early = keep(await openRawServer((socket) => socket.destroy()));
  expect((await send(smtp(early.port))).row).toMatchObject({ state: "waiting", unanswered: 0 });
  const nobody = await openRawServer(() => {});
  await nobody.close();
  expect((await send(smtp(nobody.port))).row).toMatchObject({ state: "waiting", unanswered: 0 });

  const names: string[] = [];
  const cutting = keep(
    await openRawServer(
      answerCommands((socket, text) => {
        const name = /Message-ID: (\S+)/.exec(text)?.[1];
        if (name) names.push(name);
        socket.destroy();
      }),
    ),
  );
  const clear = smtp(cutting.port, { SMTP_SECURITY: "none", SMTP_USER: "" });
  const first = await send(clear);
  expect(first.row).toMatchObject({ state: "waiting", unanswered: 1, attempts: 1 });
  const second = await worker.ask({ variables: clear, again: first.row.id as never });
  expect(second.row).toMatchObject({ state: "unconfirmed", attempts: 2 });
  const third = await worker.ask({ variables: clear, again: first.row.id as never });
  expect([third.outcome, third.row.attempts]).toEqual(["not-due", 2]);
  expect(names).toEqual([`<${first.row.id}@example.com>`, `<${first.row.id}@example.com>`]);
});

test("a server that is slow, talks without an end or speaks something else is left, each by its name @ci", async () => {
  const settings = { host: "localhost", security: "none", user: "", password: "" } as const;
  const outgoing = { id: "m1", from: "a@example.com", to: "b@example.com", replyTo: null, headers: {}, files: [] };
  const ask = async (talk: Parameters<typeof openRawServer>[0]) => {
    const { port } = keep(await openRawServer(talk));
    const { fate, message } = await worker.ask<{ fate: string; message: string }>({
      direct: { mail: { ...outgoing, subject: "s", text: "t", html: "h" } as never, settings: { ...settings, port } },
    });
    return [fate, message];
  };
  expect(await ask(() => {})).toEqual(["later", "The mail server did not answer within 1 seconds."]);
  expect(await ask(answerCommands(() => {}))).toEqual(["unknown", "The mail server did not answer within 1 seconds."]);
  const talkative = (socket: import("node:net").Socket) =>
    void setInterval(() => socket.write("220-on and on\r\n".repeat(99)), 5).unref();
  expect(await ask(talkative)).toEqual(["later", "The mail server talks on without an end."]);
  expect(await ask((socket) => void socket.write("HTTP/1.1 400 Bad Request\r\n\r\n"))).toEqual([
    "later",
    "The mail server does not speak SMTP.",
  ]);
  expect(await ask(answerCommands(() => {}, "250 SIZE 100"))).toEqual([
    "never",
    "The mail server takes 100 bytes at most.",
  ]);
});

test("an address of other letters goes to a server that takes it, its domain in the letters of DNS, and to no other", async () => {
  const server = keep(await openMailServer());
  const recipient = "bo@müller.example";
  expect((await send(smtp(server.port), { mail: { ...mail, recipient } })).outcome).toBe("sent");
  expect(readHeader(server.mails[0] as TakenMail, "To")).toBe("bo@xn--mller-kva.example");
  const wide = { ...mail, recipient: "jörg@müller.example" };
  expect((await send(smtp(server.port), { mail: wide })).outcome).toBe("sent");
  expect(readHeader(server.mails[1] as TakenMail, "To")).toBe("jörg@müller.example");
  const narrow = keep(await openMailServer({ hideSMTPUTF8: true }));
  expect((await send(smtp(narrow.port), { mail: wide })).row).toMatchObject({ state: "failed" });
});

test.each([
  ["From", { MAIL_FROM: "website@example.com\r\nBcc: eve@example.org" }, {}],
  ["To", {}, { recipient: "bo@example.net>\r\nRCPT TO:<eve@example.org" }],
  ["Subject", {}, { subject: "Hello\r\nBcc: eve@example.org" }],
  ["Reply-To", {}, { replyTo: "ada@example.org\nX: y" }],
])("a line break in %s leaves nothing", async (_name, variables, fields) => {
  const server = keep(await openMailServer());
  const answered = await send(smtp(server.port, variables), { mail: { ...mail, ...fields } }).catch(
    (error: unknown) => error,
  );
  expect(answered instanceof Error ? "" : (answered as Answered).outcome).not.toBe("sent");
  expect(server.mails).toEqual([]);
});

const http = (url: string, service: string) => ({
  MAIL_FROM: "website@example.com",
  MAIL_TRANSPORT: "http",
  MAIL_API: service,
  MAIL_API_URL: url,
  MAIL_API_KEY: "key-of-the-test",
});

test.each([
  ["resend", { authorization: "Bearer key-of-the-test" }, { to: ["bo@example.net"], text: mail.text }],
  ["postmark", { "x-postmark-server-token": "key-of-the-test" }, { To: "bo@example.net", TextBody: mail.text }],
  [
    "sendgrid",
    { authorization: "Bearer key-of-the-test" },
    { personalizations: [{ to: [{ email: "bo@example.net" }] }] },
  ],
  [
    "json",
    { authorization: "Bearer key-of-the-test" },
    { to: "bo@example.net", text: mail.text, attachments: [{ name: "a.ics", type: "text/calendar", content: "eA==" }] },
  ],
])("%s gets a mail in its own shape, under the id of its row", async (service, headers, body) => {
  const api = keep(await openApi([{ status: 202 }]));
  const files = [{ name: "a.ics", type: "text/calendar", content: "x" }];
  const { outcome, row } = await send(http(api.url, service), { files });
  expect(outcome).toBe("sent");
  expect(api.requests).toHaveLength(1);
  expect(api.requests[0]).toMatchObject({ headers: { ...headers, "idempotency-key": row.id }, body });
  if (service !== "resend") expect(JSON.stringify(api.requests[0]?.body)).toContain(`<${row.id}@example.com>`);
});

test("429 is waited out as long as it says; a wrong request is final, a wrong key is not; no answer holds the key", async () => {
  const api = keep(
    await openApi([
      { status: 429, headers: { "Retry-After": "7200" } },
      { status: 401, body: { message: "key-of-the-test is wrong" } },
      { status: 422, body: { message: "The `to` field is invalid" } },
    ]),
  );
  const variables = http(api.url, "resend");
  const busy = await send(variables);
  expect(busy.outcome).toBe("retry");
  expect(busy.row.due_at).toBeGreaterThan(Date.now() + 7_100_000);
  const wrongKey = await send(variables);
  expect(wrongKey.row).toMatchObject({
    state: "waiting",
    last_error: 'The service for mail answered 401. {"message":"… is wrong"}',
  });
  expect(JSON.stringify([wrongKey, busy])).not.toContain("key-of-the-test");
  expect((await send(variables)).row).toMatchObject({ state: "failed", attempts: 1 });
  const postmark = keep(
    await openApi([
      { status: 422, body: { ErrorCode: 400 } },
      { status: 422, body: { ErrorCode: 406 } },
    ]),
  );
  expect((await send(http(postmark.url, "postmark"))).row.state).toBe("waiting");
  expect((await send(http(postmark.url, "postmark"))).row.state).toBe("failed");
});

test("a cut line is repeated as one mail where the service knows it again, and at most once where it does not", async () => {
  const knowing = keep(await openApi([null, null, { status: 504 }]));
  const first = await send(http(knowing.url, "resend"));
  for (let repeat = 0; repeat < 3; repeat += 1)
    await worker.ask({ variables: http(knowing.url, "resend"), again: first.row.id as never });
  expect(new Set(knowing.requests.map(({ headers }) => headers["idempotency-key"]))).toEqual(new Set([first.row.id]));
  expect(knowing.requests.length).toBe(4);
  const forgetful = keep(await openApi([null, { status: 502 }]));
  const unsure = await send(http(forgetful.url, "sendgrid"));
  expect(unsure.row).toMatchObject({ state: "waiting", unanswered: 1 });
  const left = await worker.ask({ variables: http(forgetful.url, "sendgrid"), again: unsure.row.id as never });
  expect(left.row).toMatchObject({ state: "unconfirmed" });
});

test("an answer that points elsewhere takes the key nowhere", async () => {
  const elsewhere = keep(await openApi([]));
  const api = keep(await openApi([{ status: 307, headers: { Location: elsewhere.url } }]));
  expect((await send(http(api.url, "json"))).outcome).toBe("retry");
  expect(elsewhere.requests).toEqual([]);
});

test.each([
  [{ MAIL_TRANSPORT: "pigeon" }],
  [{ MAIL_TRANSPORT: "smtp", SMTP_HOST: "" }],
  [{ MAIL_TRANSPORT: "smtp", SMTP_HOST: "mail.example.com", SMTP_SECURITY: "none" }],
  [{ MAIL_TRANSPORT: "smtp", SMTP_HOST: "mail.example.com", SMTP_PORT: "25" }],
  [{ MAIL_TRANSPORT: "smtp", SMTP_HOST: "mail.example.com", SMTP_USER: "site" }],
  [{ MAIL_TRANSPORT: "http", MAIL_API: "resend" }],
  [{ MAIL_TRANSPORT: "http", MAIL_API: "json", MAIL_API_KEY: "k", MAIL_API_URL: "http://example.com" }],
])("a way out that lacks something sends nothing: %j", async (variables) => {
  const { outcome, row } = await send({ MAIL_FROM: "website@example.com", ...(variables as Record<string, string>) });
  expect([outcome, row.state, row.attempts]).toEqual(["not-configured", "waiting", 0]);
});
