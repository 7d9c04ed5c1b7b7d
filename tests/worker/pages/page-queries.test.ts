import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import lastChanges from "#app/content/last-changes.json";
import { worker } from "../built-worker.ts";

/** Answers a request with a database that calls `ask` whenever anything of it is touched. */
function visit(path: string, ask: () => void): Promise<Response> {
  const DB = new Proxy(env.DB, {
    get(database, name) {
      ask();
      const value: unknown = Reflect.get(database, name);
      return typeof value === "function" ? value.bind(database) : value;
    },
  });
  const request = new Request(`${env.SITE_ORIGIN}${path}`) as Parameters<typeof worker.fetch>[0];
  return Promise.resolve(worker.fetch(request, { ...env, DB }, createExecutionContext()));
}

/** Pages with a part that comes from the database; their own tests count what they ask. */
const asking = new Set(["/careers", "/insights"]);
const paths = Object.keys(lastChanges).filter((path) => !asking.has(path));

test.each(paths.flatMap((path) => [path, path === "/" ? "/_.data" : `${path}.data`]))(
  "%s asks the database nothing",
  async (path) => {
    const ask = vi.fn();
    const response = await visit(path, ask);
    expect(response.status).toBe(200);
    expect((await response.text()).length).toBeGreaterThan(20);
    expect(ask).not.toHaveBeenCalled();
  },
);

test("a page that does query the database is detected", async () => {
  const ask = vi.fn();
  await visit("/api/health", ask);
  expect(ask).toHaveBeenCalled();
});
