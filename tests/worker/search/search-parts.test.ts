/** The parts of the search's staff page, opened as staff do: hostile searches in them. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { parse } from "node-html-parser";
import { beforeEach, expect, test } from "vitest";
import { cleanLine } from "#shared/text/clean-line.ts";
import { countRuns } from "#tests/runs.ts";
import { worker } from "../built-worker.ts";
import { hostileQuery } from "./hostile-queries.ts";
import { makeSession, makeAccount, writeCookies } from "../make.ts";
import { makeAddress } from "../make-scope.ts";
import { drain, putTexts, resetSearch } from "./search-make.ts";
import { findLiveMarkup } from "../xss-vectors.ts";

const patient = { limit: () => Promise.resolve({ success: true }) };

beforeEach(resetSearch);

/** The main part of a staff page. */
async function open(path: string, cookie: string): Promise<{ status: number; main: string }> {
  const ctx = createExecutionContext();
  const headers = { Cookie: cookie, "CF-Connecting-IP": makeAddress() };
  const request = new Request(`${env.SITE_ORIGIN}/embeddings-management${path}`, { headers, redirect: "manual" });
  const bindings = { ...env, SEARCH_LIMIT: patient, API_LIMIT: patient };
  const response = await worker.fetch(request as Parameters<typeof worker.fetch>[0], bindings, ctx);
  const html = await response.text();
  await waitOnExecutionContext(ctx);
  const main = parse(html).querySelector("main")?.outerHTML ?? "";
  // What the page itself has of these.
  return {
    status: response.status,
    main: main.replaceAll(/<\/?(?:form|input|button|svg|use|select|textarea)\b[^<>]*>/g, ""),
  };
}

/** Visitors who accepted have sought these texts, some of them more than once, and found nothing. */
async function log(texts: readonly string[]): Promise<void> {
  const list = JSON.stringify(texts);
  const at = Date.now() - 60_000;
  await env.DB.batch([
    env.DB.prepare("insert into dimension_values (dimension, value) values ('event', 'search') on conflict do nothing"),
    env.DB.prepare("insert into dimension_values (dimension, value) values ('path', '/search') on conflict do nothing"),
    env.DB.prepare(
      "insert into dimension_values (dimension, value) select 'search', value from json_each(?) where true on conflict do nothing",
    ).bind(list),
    env.DB.prepare(
      `insert into visit_events (started_at, visit_no, seq, at_ms, kind, path, name, value, amount)
      select ?1 - entry.key, abs(random() % 1000000000), 1, 0, 2, 0, (select id from dimension_values where dimension = 'event' and value = 'search'),
        word.id, 0 from json_each(?2) as entry join dimension_values as word on word.dimension = 'search' and word.value = entry.value`,
    ).bind(at, list),
  ]);
}

test("what visitors have sought is inert where staff read it and test it", { timeout: 600_000 }, async () => {
  await putTexts(3);
  await drain([{ kind: "vectors" }]);
  const cookie = writeCookies(await makeSession((await makeAccount({ roles: ["marketing_admin"] })).id));
  const most = countRuns(10_000);
  const inert = async (path: string, about: string) => {
    const { status, main } = await open(path, cookie);
    expect([200, 414], about).toContain(status);
    expect(findLiveMarkup(main), about).toEqual([]);
  };
  await fc.assert(
    fc.asyncProperty(fc.array(hostileQuery, { minLength: 20, maxLength: 20 }), async (given) => {
      const texts = [
        ...new Set(given.map((text) => cleanLine(text.toWellFormed(), 250)).filter((text) => text !== "")),
      ];
      const [first = "x", second = "y"] = texts;
      await log(texts);
      await inert(`/test?${new URLSearchParams({ q: given[0]?.toWellFormed() ?? "" })}`, first);
      await inert(`/test?${new URLSearchParams({ q: second, explain: "page:/test-1" })}`, second);
      await inert(`/log?${new URLSearchParams({ q: first.slice(0, 3), show: "nothing" })}`, first);
      for (const path of ["/log", "/test", "/words"]) await inert(path, texts.join(" | "));
    }),
    { numRuns: Math.max(2, most / 500) },
  );
});
