import { expect } from "vitest";

/** The problem that an answer tells of, which must have all that every problem has. */
export async function readProblem(response: Response) {
  expect(response.headers.get("Content-Type")).toBe("application/problem+json");
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  const problem = await response.json<Record<string, unknown>>();
  expect(problem).toMatchObject({ type: "about:blank", title: expect.any(String), status: response.status });
  expect(problem["instance"]).toMatch(/^urn:uuid:[\da-f-]{36}$/);
  return problem;
}
