import { beforeEach, expect, test, vi } from "vitest";
import { buildPageFetch } from "#app/client/page-data.ts";
import { queryClient } from "#app/client/query-client.client.ts";
import { minute } from "#shared/dates/durations.ts";

const url = new URL("http://localhost/careers.data?q=a&_routes=site%2Fcareers%2Fcareers");
const server = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.useFakeTimers();
  queryClient.clear();
  server.mockReset();
  vi.stubGlobal("window", {
    location: { origin: "http://localhost" },
    __reactRouterManifest: { routes: { "staff/accounts": { hasClientLoader: true } } },
  });
});
/** What the server says, one answer after the other; "gone" is a network without it. */
function answerWith(...answers: (number | "gone")[]) {
  for (const answer of answers)
    server.mockImplementationOnce(async () => {
      if (answer === "gone") throw new TypeError("Failed to fetch");
      return new Response(`answer ${answer}`, { status: answer, headers: { "Cache-Control": "public, max-age=0" } });
    });
}

/** Status and text of the answer, or what was thrown, after all pauses. */
async function ask(init: RequestInit = {}, address: URL | Request | string = url) {
  const settled = buildPageFetch(server)(address, init).then(
    async (response) => ({ status: response.status, text: await response.text() }),
    (thrown: unknown) => ({ thrown }),
  );
  await vi.advanceTimersByTimeAsync(4000);
  return settled;
}

function post(fields: Record<string, string>): RequestInit {
  return { method: "POST", body: new URLSearchParams(fields) };
}

test("a load that fails twice succeeds at the third try, after errors of the server and of the network", async () => {
  answerWith(503, "gone", 200);
  expect(await ask()).toEqual({ status: 200, text: "answer 200" });
  expect(server).toHaveBeenCalledTimes(3);
});

test("a load is tried at most three times", async () => {
  answerWith("gone", 500, "gone");
  expect(await ask()).toMatchObject({ thrown: { message: "Failed to fetch" } });
  expect(server).toHaveBeenCalledTimes(3);
});

test("an answer of 404 is neither retried nor cached", async () => {
  for (const status of [404, 410, 403, 429]) {
    server.mockClear();
    answerWith(status, status);
    expect(await ask()).toMatchObject({ status });
    expect(server).toHaveBeenCalledTimes(1);
    await ask();
    expect(server).toHaveBeenCalledTimes(2);
  }
});

test("a public answer is cached for five minutes under its own address", async () => {
  answerWith(200, 200, 200);
  await ask();
  expect(await ask()).toEqual({ status: 200, text: "answer 200" });
  await vi.advanceTimersByTimeAsync(5 * minute - 9000);
  await ask();
  expect(server).toHaveBeenCalledTimes(1);
  await ask({}, new URL("?q=b", url));
  expect(server).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(9000);
  await ask();
  expect(server).toHaveBeenCalledTimes(3);
});

test("an answer that is not public, such as a ticket, is loaded each time", async () => {
  server.mockImplementation(async () => new Response("ticket", { headers: { "Cache-Control": "private, no-cache" } }));
  await ask();
  await ask();
  expect(server).toHaveBeenCalledTimes(2);
});

test("a post clears the cache", async () => {
  answerWith(200, 422, 200);
  await ask();
  await ask(post({}));
  await ask();
  expect(server).toHaveBeenCalledTimes(3);
});

test("a load that a post overtakes is sent again, the very first one too", async () => {
  vi.resetModules();
  const { buildPageFetch: buildFirst } = await import("#app/client/page-data.ts");
  const fetchPage = buildFirst(server);
  for (const address of [url, new URL("?q=b", url)]) {
    const late = Promise.withResolvers<Response>();
    server.mockReset().mockReturnValueOnce(late.promise);
    answerWith(422, 200);
    const load = fetchPage(address);
    await import("#app/client/query-client.client.ts");
    await vi.advanceTimersByTimeAsync(1000);
    await fetchPage(url, post({}));
    late.resolve(new Response("from before"));
    expect(await (await load).text()).toBe("answer 200");
    expect(server).toHaveBeenCalledTimes(3);
  }
});

test("the very first load is sent again, too, when a post is answered before the code of the cache is there", async () => {
  vi.resetModules();
  const { buildPageFetch: buildFirst } = await import("#app/client/page-data.ts");
  const fetchPage = buildFirst(server);
  answerWith(200, 422, 503, 200);
  const load = fetchPage(url);
  await fetchPage(url, post({}));
  await import("#app/client/query-client.client.ts");
  await vi.advanceTimersByTimeAsync(4000);
  expect((await load).status).toBe(200);
  expect(server).toHaveBeenCalledTimes(4);
});

test("without an answer a post with a ticket or a version is sent once more, and then fails", async () => {
  for (const name of ["ticket", "version"]) {
    server.mockClear();
    answerWith("gone", "gone");
    expect(await ask(post({ [name]: "1" }))).toMatchObject({ thrown: { message: "Failed to fetch" } });
    expect(server).toHaveBeenCalledTimes(2);
    expect(server.mock.calls[1]?.[1]?.body).toEqual(new URLSearchParams({ [name]: "1" }));
  }
});

test("without an answer a post that could take effect twice is not sent again", async () => {
  answerWith("gone");
  expect(await ask(post({ note: "a" }))).toMatchObject({ thrown: { message: "Failed to fetch" } });
  expect(server).toHaveBeenCalledTimes(1);
});

test("a post is sent once more after 503, and not after other errors", async () => {
  for (const [status, times] of [
    [503, 2],
    [500, 1],
    [422, 1],
  ] as const) {
    server.mockClear();
    answerWith(...Array.from({ length: times }, () => status));
    expect(await ask(post({ ticket: "1" }))).toMatchObject({ status });
    expect(server).toHaveBeenCalledTimes(times);
  }
});

test("the data of a page with a client loader is requested once", async () => {
  answerWith(503);
  expect(await ask({}, new URL("http://localhost/users.data?_routes=staff%2Faccounts"))).toMatchObject({ status: 503 });
  expect(server).toHaveBeenCalledTimes(1);
});

test("a request that is not for page data of this site is sent unchanged, once", async () => {
  for (const address of [
    new URL("/__manifest?paths=%2Fcareers", url),
    new URL("https://elsewhere.example/careers.data"),
    "/api/auth/session",
    new Request(url),
  ]) {
    server.mockClear();
    answerWith(503);
    expect(await ask({ cache: "no-store" }, address)).toMatchObject({ status: 503 });
    expect(server.mock.calls).toEqual([[address, { cache: "no-store" }]]);
  }
});
