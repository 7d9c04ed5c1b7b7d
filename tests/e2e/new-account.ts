import type { APIRequestContext } from "playwright/test";
import { expect } from "./fixtures.ts";

interface NewAccount {
  email: string;
  password: string;
  baseURL: string | undefined;
}

/** Makes an account without a role, as people do: signed up, and confirmed by the link in the local mailbox. */
export async function makeAccount(request: APIRequestContext, { email, password, baseURL = "" }: NewAccount) {
  // As a browser sends them from the site itself.
  const headers = { Origin: new URL(baseURL).origin, "Sec-Fetch-Site": "same-origin" };
  const signedUp = await request.post("/api/auth/sign-up", { data: { email, password }, headers });
  expect(signedUp.status(), await signedUp.text()).toBe(202);
  const row =
    (await (await request.get("/mailbox", { headers })).text()).split("<tr").find((text) => text.includes(email)) ?? "";
  const mail = await request.get(/href="(\/mailbox\/[^"]+)"/.exec(row)?.[1] ?? "/", { headers });
  const link = /\/auth\/verify\/[\w-]+/.exec(await mail.text())?.[0] ?? "/";
  const confirmed = await request.post(link, { form: { password }, headers, maxRedirects: 0 });
  expect(confirmed.status(), link).toBe(303);
}
