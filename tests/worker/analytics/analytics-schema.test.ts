import fc from "fast-check";
import { expect, test } from "vitest";
import { bannerWordings } from "#shared/analytics/banner-wordings.ts";
import { bannerHashes, bannerVersion } from "#shared/analytics/consent.ts";
import { hour } from "#shared/dates/durations.ts";
import { type VisitorRecord, visitorRecordSchema } from "#shared/analytics/visitor-record.ts";
import { countRuns, isDeep } from "#tests/runs.ts";
import { detectDevice } from "#worker/analytics/detect-client.ts";
import { detectBrowser } from "#worker/lib/text/detect-browser.ts";
import { hashText } from "#worker/lib/text/hash-text.ts";
import { messageSchema } from "#worker/analytics/messages.ts";
import { prepareRecord, WrongClockError } from "#worker/analytics/prepare-record.ts";
import { InvalidInputError } from "#worker/lib/errors.ts";
import { desktopAgent, makeFacts, makeRecord } from "./analytics-make.ts";

const at = (offset: number) => new Date(Date.now() + offset).toISOString();

test("the hash of each version of the banner is that of its wording", async () => {
  const hashed = Object.entries(bannerWordings).map(async ([version, wording]) => [
    version,
    await hashText(JSON.stringify(wording)),
  ]);
  expect(Object.fromEntries(await Promise.all(hashed))).toEqual(bannerHashes);
});

test("a record with the specification's fields alone is read", () => {
  const { chosen_at: _, banner_version: __, ...record } = makeRecord();
  expect(visitorRecordSchema.parse(record)).toEqual(record);
});

test("unknown keys and prototype pollution are dropped", () => {
  const hostile = JSON.stringify({ ...makeRecord(), admin: true }).replace(
    /^\{/,
    '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},',
  );
  const parsed = visitorRecordSchema.parse(JSON.parse(hostile));
  expect(Object.keys(parsed)).not.toContain("admin");
  expect(Object.hasOwn(parsed, "__proto__")).toBe(false);
  expect(Object.hasOwn(parsed, "constructor")).toBe(false);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test.each([
  ["visitor_id", "a".repeat(65)],
  ["visitor_id", "<script>"],
  ["consent_status", "maybe"],
  ["first_visit", "yesterday"],
  ["user_agent", "a".repeat(1025)],
  ["referrer", "a".repeat(2049)],
  ["language", "a".repeat(65)],
  ["timezone", "a".repeat(65)],
  ["choice_id", "not-a-uuid"],
  ["banner_version", "a".repeat(33)],
  ["page_views", Array.from({ length: 101 }, () => ({ url: "/", timestamp: at(0), title: "" }))],
  ["page_views", [{ url: "/", timestamp: at(0), title: "a".repeat(1025) }]],
])("a record whose %s is out of bounds is refused", (field, value) => {
  expect(visitorRecordSchema.safeParse({ ...makeRecord(), [field]: value }).success).toBe(false);
});

test("a rejection is reduced to coarse fields before it leaves the request", async () => {
  const record = makeRecord({ consent_status: "rejected", page_views: [] });
  const message = await prepareRecord(record, makeFacts({ gpc: true }));
  expect(Object.keys(message)).toEqual(["kind", "choice"]);
  expect(message).toMatchObject({
    kind: "rejected",
    choice: {
      gpc: 1,
      country: "CH",
      device: "desktop",
      browser: "Chrome",
      language: "de",
      referrer_host: "news.example",
    },
  });
  const text = JSON.stringify(message);
  for (const detail of [record.visitor_id, "AppleWebKit", "story", "de-CH", "Zurich"])
    expect(text).not.toContain(detail);
});

test("a page view keeps the path alone", async () => {
  const urls = ["/gcc?token=secret#part", "http://localhost:8787/gcc/", "/gcc"];
  const record = makeRecord({ page_views: urls.map((url) => ({ url, timestamp: at(0), title: " Title\u0000 " })) });
  const message = await prepareRecord(record, makeFacts());
  if (message.kind !== "accepted") throw new Error("expected an accepted record");
  expect(message.views.map(({ path }) => path)).toEqual(["/gcc", "/gcc", "/gcc"]);
  // A title of an address with a query may repeat what was sought.
  expect(message.views.map(({ title }) => title)).toEqual(["", "Title", "Title"]);
  expect(message.visitor.referrer).toBe("https://news.example/story");
});

test.each([
  "https://evil.example/",
  "//evil.example/x",
  "javascript:alert(1)",
  "http://",
  "blob:http://localhost:8787/0199-secret",
  "BLOB:http://localhost:8787/gcc",
  "filesystem:http://localhost:8787/temporary/notes.txt",
  "data:text/plain,secret",
  "about:blank",
  "file:///home/ada/notes.txt",
  "ftp://localhost:8787/gcc",
])("a page view of another site is refused: %s", async (url) => {
  const record = makeRecord({ page_views: [{ url, timestamp: at(0), title: "" }] });
  await expect(prepareRecord(record, makeFacts())).rejects.toThrow(InvalidInputError);
});

test.each([
  ["http://news.example/a?b#c", "http://news.example/a"],
  ["blob:https://news.example/0199-secret", "direct"],
  ["android-app://com.example.mail/", "android-app://com.example.mail"],
  ["data:text/plain,secret", "direct"],
  ["file:///home/ada/notes.txt", "direct"],
  ["http://localhost:8787/insights/%70review/secret", "http://localhost:8787/insights/preview/-"],
])("of a referrer is kept where it is, if it is on the web: %s", async (referrer, kept) => {
  const message = await prepareRecord(makeRecord({ referrer }), makeFacts());
  expect(message).toMatchObject({ visitor: { referrer: kept } });
  expect(JSON.stringify(message)).not.toContain("secret");
});

test.each<[string, Partial<VisitorRecord>]>([
  ["a rejection that has run out", { consent_status: "rejected", chosen_at: at(-184 * 24 * hour) }],
  ["a choice of the day after tomorrow", { chosen_at: at(25 * hour) }],
  ["an acceptance that has run out", { chosen_at: at(-184 * 24 * hour) }],
  ["a first visit to come", { first_visit: at(25 * hour) }],
  ["a view to come", { page_views: [{ url: "/", timestamp: at(25 * hour), title: "" }] }],
  ["an old choice without views", { chosen_at: at(-25 * hour), page_views: [] }],
  ["an old visit without choice or views", { chosen_at: undefined, first_visit: at(-25 * hour), page_views: [] }],
  ["views of another day only", { page_views: [{ url: "/", timestamp: at(-25 * hour), title: "" }] }],
])("%s is refused as a wrong clock", async (_, overrides) => {
  await expect(prepareRecord(makeRecord(overrides), makeFacts())).rejects.toThrow(WrongClockError);
});

test("views older than a day came with earlier records and are left out", async () => {
  const views = [-30 * hour, -2 * hour, 0].map((offset) => ({ url: "/", timestamp: at(offset), title: "" }));
  const message = await prepareRecord(makeRecord({ chosen_at: at(-40 * hour), page_views: views }), makeFacts());
  expect(message).toHaveProperty("views.length", 2);
});

test("a choice without an id gets the same one at every replay, and another choice another", async () => {
  const { chosen_at: _, ...record } = makeRecord();
  const findId = async (overrides: object) => {
    const message = await prepareRecord({ ...record, ...overrides }, makeFacts());
    return "choice" in message ? message.choice.choice_id : undefined;
  };
  const first = await findId({});
  expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(await findId({ page_views: [] })).toBe(first);
  expect(await findId({ visitor_id: "another" })).not.toBe(first);
  expect(await findId({ consent_status: "rejected" })).not.toBe(first);
});

test("any record that the schema lets through becomes a message that the consumer reads, or is refused by name", async () => {
  const text = fc.string({ unit: "binary", maxLength: 80 });
  const instant = fc.date({
    min: new Date(Date.now() - 48 * hour),
    max: new Date(Date.now() + 30 * hour),
    noInvalidDate: true,
  });
  const timestamp = instant.map((date) => date.toISOString());
  const anyRecord = fc.record(
    {
      visitor_id: fc.oneof(fc.uuid(), text),
      consent_status: fc.constantFrom("accepted", "rejected", "maybe"),
      first_visit: fc.oneof(timestamp, text),
      user_agent: text,
      referrer: fc.oneof(text, fc.webUrl(), fc.constant("direct")),
      language: text,
      timezone: text,
      page_views: fc.array(fc.record({ url: fc.oneof(fc.webPath(), fc.webUrl(), text), timestamp, title: text }), {
        maxLength: 4,
      }),
      choice_id: fc.uuid(),
      chosen_at: timestamp,
      banner_version: fc.constantFrom(bannerVersion, "__proto__", "constructor"),
    },
    {
      requiredKeys: [
        "visitor_id",
        "consent_status",
        "first_visit",
        "user_agent",
        "referrer",
        "language",
        "timezone",
        "page_views",
      ],
    },
  );
  let stored = 0;
  await fc.assert(
    fc.asyncProperty(anyRecord, async (input) => {
      const parsed = visitorRecordSchema.safeParse(input);
      if (!parsed.success) return;
      try {
        const message = await prepareRecord(parsed.data, makeFacts());
        expect(messageSchema.parse(JSON.parse(JSON.stringify(message)))).toEqual(message);
        stored += 1;
      } catch (error) {
        if (!(error instanceof InvalidInputError)) throw error;
      }
    }),
    { numRuns: countRuns(2000) },
  );
  expect(stored).toBeGreaterThan(isDeep ? 50 : 0);
});

test.each([
  [desktopAgent, "desktop", "Chrome"],
  [`${desktopAgent} Edg/153.0.0.0`, "desktop", "Edge"],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 15_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15",
    "desktop",
    "Safari",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/153.0 Mobile/15E148 Safari/604.1",
    "mobile",
    "Chrome",
  ],
  [
    "Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1",
    "tablet",
    "Safari",
  ],
  [
    "Mozilla/5.0 (Linux; Android 16; SM-S931B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/140.0.0.0 Mobile Safari/537.36",
    "mobile",
    "Samsung Internet",
  ],
  ["Mozilla/5.0 (Android 16; Tablet; rv:150.0) Gecko/150.0 Firefox/150.0", "tablet", "Firefox"],
  [
    "Mozilla/5.0 (Linux; Android 9; Hisense A5) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/80.0.3987.149 Mobile Safari/537.36",
    "mobile",
    "Chrome",
  ],
  [
    "Mozilla/5.0 (Linux; Android 14; AQUOS sense8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
    "mobile",
    "Chrome",
  ],
  [
    "Mozilla/5.0 (Linux; Android 7.0; SHIELD Tablet K1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/81.0.4044.138 Safari/537.36",
    "tablet",
    "Chrome",
  ],
  ["", "other", "Other"],
])("a user agent is told by device and browser: %s", (agent, device, browser) => {
  expect([detectDevice(agent), detectBrowser(agent)]).toEqual([device, browser]);
});
