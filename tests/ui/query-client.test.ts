import { redirect, UNSAFE_ErrorResponseImpl as ErrorResponse } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { loadCached, queryClient } from "#app/client/query-client.client.ts";
import { minute } from "#shared/dates/durations.ts";

const url = "http://localhost/visitor-analytics?days=7";

beforeEach(() => {
  vi.useFakeTimers();
  queryClient.clear();
  showPage({ hydrated: "" });
});
function showPage(dataset: { hydrated?: string }) {
  vi.stubGlobal("document", { documentElement: { dataset } });
}

/** Runs `promise` to its end while time passes as fast as it can. */
async function settle<Value>(promise: Promise<Value>): Promise<Value | { thrown: unknown }> {
  const settled = promise.catch((thrown: unknown) => ({ thrown }));
  await vi.advanceTimersByTimeAsync(10 * minute - 1);
  return settled;
}

test("data is fresh for five minutes and then loaded again", async () => {
  const load = vi.fn<() => Promise<number>>(async () => 1);
  await loadCached(url, load);
  await vi.advanceTimersByTimeAsync(5 * minute - 1);
  await loadCached(url, load);
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  await loadCached(url, load);
  expect(load).toHaveBeenCalledTimes(2);
});

test("data is kept for ten minutes and then removed", async () => {
  await loadCached(url, async () => 1);
  await vi.advanceTimersByTimeAsync(10 * minute - 1);
  expect(queryClient.getQueryCache().getAll()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(queryClient.getQueryCache().getAll()).toHaveLength(0);
});

test("every address has its own data, whatever the case of its path", async () => {
  const load = vi.fn<() => Promise<number>>(async () => 1);
  await loadCached(url, load);
  await loadCached("http://localhost/Visitor-Analytics?days=7", load);
  await loadCached("http://localhost/visitor-analytics?days=30", load);
  expect(load).toHaveBeenCalledTimes(2);
});

test("a failed query is tried twice more", async () => {
  const load = vi.fn<() => Promise<number>>(() => Promise.reject(new Error("offline")));
  expect(await settle(loadCached(url, load))).toMatchObject({ thrown: { message: "offline" } });
  expect(load).toHaveBeenCalledTimes(3);
});

test("during hydration a failed query is not retried, because the answer came with the document", async () => {
  showPage({});
  const load = vi.fn<() => Promise<number>>(() => Promise.reject(new Error("offline")));
  expect(await settle(loadCached(url, load))).toMatchObject({ thrown: { message: "offline" } });
  expect(load).toHaveBeenCalledTimes(1);
});

test("a query that works at the second try is not tried a third time", async () => {
  const load = vi.fn<() => Promise<number>>(async () => 1).mockRejectedValueOnce(new Error("offline"));
  expect(await settle(loadCached(url, load))).toBe(1);
  expect(load).toHaveBeenCalledTimes(2);
});

test("a redirect and a refusal are thrown at once and not cached", async () => {
  for (const thrown of [redirect("/auth"), new ErrorResponse(403, "Forbidden", null)]) {
    const load = vi.fn<() => Promise<number>>(() => Promise.reject(thrown));
    await expect(loadCached(url, load)).rejects.toBe(thrown);
    expect(load).toHaveBeenCalledTimes(1);
  }
});

test("a query is retried after a server error", async () => {
  const load = vi.fn<() => Promise<number>>(() => Promise.reject(new ErrorResponse(503, "Service Unavailable", null)));
  await settle(loadCached(url, load));
  expect(load).toHaveBeenCalledTimes(3);
});

test("an incomplete answer is requested twice more, then returned and not cached", async () => {
  const load = vi.fn<() => Promise<{ rows: null }>>(async () => ({ rows: null }));
  expect(await settle(loadCached(url, load, ({ rows }) => rows !== null))).toEqual({ rows: null });
  expect(load).toHaveBeenCalledTimes(3);
  expect(
    queryClient
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.data),
  ).toEqual([undefined]);
});

test("nothing is fetched again because the window gets focus", () => {
  expect(queryClient.getDefaultOptions().queries?.refetchOnWindowFocus).toBe(false);
});

test("who waits for an answer that another navigation has asked for gets one of its own when that navigation is left", async () => {
  const left = new AbortController();
  const first = loadCached(
    url,
    () =>
      new Promise((_, refuse) => {
        left.signal.addEventListener("abort", () => refuse(left.signal.reason as Error));
      }),
  );
  const second = loadCached(url, async () => "mine");
  left.abort();
  await expect(first).rejects.toMatchObject({ name: "AbortError" });
  expect(await second).toBe("mine");
});

test("data of the document that a navigation gets late are loaded again: they are of before", async () => {
  const ofDocument = { done: null };
  const revalidate = vi.fn<() => Promise<void>>(async () => {});
  const navigation = { state: "idle" };
  vi.stubGlobal("__reactRouterContext", { state: { loaderData: { page: ofDocument, frame: null } } });
  vi.stubGlobal("__reactRouterDataRouter", { state: { navigation }, revalidate });
  expect(await loadCached(url, async () => ofDocument)).toBe(ofDocument);
  expect(await loadCached(`${url}&none`, async () => null)).toBeNull();
  expect(revalidate).not.toHaveBeenCalled();
  queryClient.clear();
  navigation.state = "loading";
  await expect(loadCached(url, async () => ofDocument)).rejects.toMatchObject({ name: "AbortError" });
  expect(revalidate).toHaveBeenCalledOnce();
  // The loads of the page that is loaded again wait for nothing.
  expect(await loadCached(url, async () => ({ done: "saved" }))).toEqual({ done: "saved" });
});
