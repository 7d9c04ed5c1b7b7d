import { RouterContextProvider, UNSAFE_ErrorResponseImpl as ErrorResponse } from "react-router";
import { expect, test, vi } from "vitest";
import { handleError } from "#app/entry.server.tsx";
import { createLogger } from "#worker/lib/log.ts";
import { requestScope, type RequestScope } from "#worker/lib/scope.ts";

/** The line that is logged when a loader throws `error`; null for none. */
function readLine(error: unknown, path = "/careers", signal = new AbortController().signal) {
  const write = vi.spyOn(console, "error").mockImplementation(() => {});
  const context = new RouterContextProvider();
  context.set(requestScope, { log: createLogger("request-1") } as RequestScope);
  const request = new Request(`http://localhost${path}`, { signal });
  handleError(error, { request, context, params: {} });
  const [line] = write.mock.calls[0] ?? [];
  write.mockRestore();
  return line === undefined ? null : (JSON.parse(String(line)) as Record<string, unknown>);
}

test("an error of a loader is logged with its message, its stack, the time and the request", () => {
  expect(readLine(new Error("no such table"))).toMatchObject({
    level: "error",
    event: "route failed",
    requestId: "request-1",
    path: "/careers",
    message: "no such table",
    stack: expect.stringContaining("route-errors.test.ts"),
    at: expect.stringMatching(/^\d{4}-.*Z$/),
  });
  expect(readLine(new ErrorResponse(503, "Service Unavailable", "later"))).toMatchObject({ message: "503 later" });
});

test("the token of a preview is in no line about its failure", () => {
  expect(readLine(new Error("gone"), "/insights/preview/secret-token")).toMatchObject({ path: "/insights/preview/-" });
});

test("neither a refusal nor a visitor who went away is an error", () => {
  expect(readLine(new ErrorResponse(404, "Not Found", null))).toBeNull();
  expect(readLine(new Error("aborted"), "/careers", AbortSignal.abort())).toBeNull();
});
