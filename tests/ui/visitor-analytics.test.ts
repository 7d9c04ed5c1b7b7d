import { beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "#app/client/query-client.client.ts";
import { clientLoader } from "#app/staff/analytics/visitor-analytics.tsx";

type Arguments = Parameters<typeof clientLoader>[0];

const request = new Request("http://localhost/visitor-analytics?range=7");
const view = { asOf: "10:00" };
const unread = { view: null };

beforeEach(() => {
  vi.useFakeTimers();
  queryClient.clear();
});
/** Loads the page while `document` is hydrated or still hydrating; time passes as fast as it can. */
async function load({ hydrated }: { hydrated: boolean }, ...answers: object[]) {
  vi.stubGlobal("document", { documentElement: { dataset: hydrated ? { hydrated: "" } : {} } });
  const serverLoader = vi.fn<() => Promise<object>>(async () => answers[0] as object);
  for (const answer of answers) serverLoader.mockResolvedValueOnce(answer);
  const loading = clientLoader({ request, serverLoader } as unknown as Arguments);
  const start = Date.now();
  let waited = 0;
  void loading.then(() => (waited = Date.now() - start));
  await vi.advanceTimersByTimeAsync(60_000);
  return { answer: await loading, asked: serverLoader.mock.calls.length, waited };
}

test("figures that came with the document are not loaded again", async () => {
  const came = { view };
  expect(await load({ hydrated: false }, came)).toEqual({ answer: came, asked: 1, waited: 0 });
});

test("a document without figures shows that at once, and nothing is cached", async () => {
  expect(await load({ hydrated: false }, unread)).toEqual({ answer: unread, asked: 1, waited: 0 });
  const later = { view };
  expect(await load({ hydrated: true }, later)).toMatchObject({ answer: later, asked: 1 });
});

test("figures that are missing after a navigation are requested twice more", async () => {
  expect(await load({ hydrated: true }, unread)).toMatchObject({ answer: unread, asked: 3 });
  const later = { view };
  expect(await load({ hydrated: true }, unread, later)).toMatchObject({ answer: later, asked: 2 });
});
