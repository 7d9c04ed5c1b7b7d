/** What the load counts as an error: a site that lets nobody in and redirects all others must not pass. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import type { Side } from "../../lab/bench/workerd.ts";
import { openClient } from "../../lab/load/client.ts";
import { judge } from "../../lab/load/judge.ts";
import { loadKinds, type Send } from "../../lab/load/kinds.ts";
import { renewCookies } from "../../lab/load/renew-cookies.ts";
import { runLoad } from "../../lab/load/run-load.ts";

const visit = { number: 1, secret: "test-secret-of-at-least-32-characters", cookies: "", hr: "" };

/** A site that signs nobody in, and sends whoever asks for anything else to `leads`. */
async function serve(leads: string, signIn: [status: number, headers?: Record<string, string>] = [401]) {
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      if (request.url === "/api/auth/sign-in") response.writeHead(...signIn).end("{}");
      else response.writeHead(302, { Location: leads }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, site: { port: (server.address() as AddressInfo).port } as Side };
}

const stop = (server: Server) => {
  server.closeAllConnections();
  server.close();
};

test("a load whose people are not signed in does not begin", async () => {
  const { server, site } = await serve("/auth");
  await expect(runLoad({ site, secret: visit.secret, seconds: 1 }, loadKinds, () => {})).rejects.toThrow(
    "marketing@demo.example was not signed in: 401",
  );
  stop(server);
});

test("an answer without a cookie is no sign-in, and one with it replaces the former", async () => {
  const without = await serve("/auth", [200]);
  const who = { cookies: "__Host-at=former", hr: "__Host-at=former" };
  await expect(renewCookies(without.site, who)).rejects.toThrow("was not signed in: 200");
  stop(without.server);
  const signed = await serve("/auth", [200, { "Set-Cookie": "__Host-at=new; Path=/; Secure" }]);
  await renewCookies(signed.site, who);
  expect(who).toEqual({ cookies: "__Host-at=new", hr: "__Host-at=new" });
  stop(signed.server);
});

test.each(["/auth?next=%2Foperations", "/"])(
  "every kind of traffic fails where all is redirected to %s",
  async (leads) => {
    const { server, site } = await serve(leads);
    const { send, close } = openClient(site);
    for (const kind of loadKinds) {
      const errors: (string | null)[] = [];
      const judged: Send = async (asked, expects = kind.expects) => {
        const answer = await send(asked);
        errors.push(judge(answer, asked, { ...kind, expects }));
        return answer;
      };
      // Some read what the answer has, and find nothing.
      await kind.run(visit, judged).catch(() => undefined);
      expect(errors.length, kind.name).toBeGreaterThan(0);
      expect(errors, kind.name).not.toContain(null);
    }
    close();
    stop(server);
  },
);

test("an answer is judged by the status of its kind, and who is sent to sign in has done nothing", () => {
  const answer = (status: number, headers: Record<string, string> = {}) => ({ status, headers, body: Buffer.from("") });
  const isGood = (given: ReturnType<typeof answer>, expects: number, allows: number[] = []) =>
    judge(given, { path: "/x" }, { expects, allows }) === null;
  expect(isGood(answer(200), 200)).toBe(true);
  expect(isGood(answer(204), 200)).toBe(false);
  expect(isGood(answer(303, { location: "/contact/sent" }), 303)).toBe(true);
  for (const location of ["/auth", "/auth?next=/x", "/auth/second-step", "http://localhost:8787/auth", "/admin/auth"])
    expect(isGood(answer(303, { location }), 303)).toBe(false);
  expect(isGood(answer(303, { location: "/authors" }), 303)).toBe(true);
  expect([isGood(answer(503), 200, [503]), isGood(answer(503, { "retry-after": "1" }), 200, [503])]).toEqual([
    false,
    true,
  ]);
  expect([isGood(answer(413), 200), isGood(answer(413), 200, [413])]).toEqual([false, true]);
});
