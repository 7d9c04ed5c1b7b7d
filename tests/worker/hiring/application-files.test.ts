/** Files of applications through the built Worker: who gets them, with which headers, and what is recorded. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Role } from "#shared/permissions.ts";
import { openDb } from "#worker/db/client.ts";
import { makeApplication, makeFile } from "./application-rows.ts";
import { worker } from "../built-worker.ts";
import { makeSession, makeAccount, writeCookies } from "../make.ts";
import { makeAddress, siteOrigin } from "../make-scope.ts";

const db = openDb(env.DB);

async function ask(path: string, role: Role | null, method = "GET") {
  const user = role && (await makeAccount({ roles: [role] }));
  const headers = new Headers({ "CF-Connecting-IP": makeAddress(), "Sec-Fetch-Site": "same-origin" });
  if (user) headers.set("Cookie", writeCookies(await makeSession(user.id)));
  const request = new Request(new URL(path, siteOrigin), { headers, method, redirect: "manual" });
  const ctx = createExecutionContext();
  const response = await worker.fetch(request as Parameters<typeof worker.fetch>[0], env, ctx);
  const text = await response.text();
  await waitOnExecutionContext(ctx);
  return { status: response.status, headers: response.headers, text, user: user?.id };
}

const readEntries = () =>
  db
    .selectFrom("audit_log")
    .select(["action", "actor_id"])
    .where("action", "like", "application.file%")
    .orderBy("id")
    .execute();

test("a file is handed to HR as an attachment that runs nowhere, with its name and an entry for each view", async () => {
  const { id } = await makeApplication();
  const file = await makeFile(id, {
    name: "Résumé “Ada”\r\n.html",
    type: "text/html",
    text: "<script>alert(1)</script>",
  });
  const path = `/job-applications/${id}/files/${file.id}`;
  const got = await ask(path, "HR");
  expect([got.status, got.text]).toEqual([200, "<script>alert(1)</script>"]);
  expect(Object.fromEntries(got.headers)).toMatchObject({
    "cache-control": "no-store",
    "content-disposition":
      "attachment; filename=\"R_sum_ _Ada___.html\"; filename*=UTF-8''R%C3%A9sum%C3%A9%20%E2%80%9CAda%E2%80%9D%0D%0A.html",
    "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
  });
  const viewed = await ask(`${path}?for=viewer`, "super_admin");
  expect(viewed.headers.get("Content-Disposition")).toMatch(/^attachment/);
  await ask(path, "HR", "HEAD");
  expect(await readEntries()).toEqual([
    { action: "application.file_downloaded", actor_id: got.user },
    { action: "application.file_viewed", actor_id: viewed.user },
  ]);
});

test("nobody else gets a file, nor one under another application, nor from the public part of the bucket", async () => {
  const [ada, ben] = [await makeApplication(), await makeApplication()];
  const file = await makeFile(ada.id);
  const path = `/job-applications/${ada.id}/files/${file.id}`;
  for (const role of ["talent_admin", "marketing_admin"] as const)
    for (const use of ["", "?for=viewer", "?for=frame&script=/assets/draw-pages-x.js"]) {
      const refused = await ask(path + use, role);
      expect([refused.status, refused.text.includes("%PDF")], `${role} ${use}`).toEqual([403, false]);
    }
  expect((await ask(path, null)).status).toBe(302);
  const missing = [
    `/job-applications/${ben.id}/files/${file.id}`,
    `/job-applications/${ada.id}/files/${ada.id}`,
    `/job-applications/${ada.id}/files/x`,
  ];
  for (const other of missing) expect((await ask(other, "HR")).status, other).toBe(404);
  expect((await ask(`/media/${file.key}`, "HR")).status).toBe(404);
  await env.MEDIA.delete(file.key);
  expect((await ask(path, "HR")).status).toBe(404);
  expect(await readEntries()).toEqual([]);
});

test("the frame has no origin and one script of ours, whatever its address says", async () => {
  const { id } = await makeApplication();
  const path = `/job-applications/${id}/files/${(await makeFile(id)).id}?for=frame&script=`;
  const frame = await ask(`${path}/assets/draw-pages-AbC_1-2.js`, "HR");
  expect(frame.status).toBe(200);
  expect(frame.text).toContain('<script src="/assets/draw-pages-AbC_1-2.js"></script>');
  expect(frame.headers.get("Content-Security-Policy")).toBe(
    `sandbox allow-scripts; default-src 'none'; script-src ${siteOrigin}/assets/; style-src 'unsafe-inline'; img-src blob: data:; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`,
  );
  expect([frame.headers.get("X-Frame-Options"), frame.headers.get("Cache-Control")]).toEqual([
    "SAMEORIGIN",
    "no-store",
  ]);
  for (const script of ["", "https://evil.example/a.js", "/assets/home-x.js", '/assets/draw-pages-x.js"><script>'])
    expect((await ask(path + encodeURIComponent(script), "HR")).status, script).toBe(400);
});
