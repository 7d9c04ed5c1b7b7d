/** What one form and one address may send. */
import { fillIn, expectSent, message, send } from "./contact-form.ts";
import { answeredWith, baseURL, expect, holdRequests, hydrate, test } from "../fixtures.ts";

test("while an enquiry is on its way the button says so, and a second click sends nothing", async ({ page }) => {
  await page.goto("/contact");
  await hydrate(page);
  const posts = await holdRequests(page, "**/contact.data*");
  await fillIn(page);
  await send(page);
  const busy = page.getByRole("button", { name: "Sending" });
  await expect(busy).toHaveAttribute("aria-busy", "true");
  await busy.dispatchEvent("click");
  posts.release();
  await expectSent(page);
  expect(posts.count).toBe(1);
});

test("too many messages from one address are refused with a clear sentence, and the answers stay", async ({
  page,
  allowConsole,
}) => {
  const Origin = new URL(baseURL).origin;
  allowConsole.push(answeredWith(429));
  const alert = page.getByRole("alert");
  // Once more where the minute of the limit ended between those and this one.
  await expect(async () => {
    await page.goto("/contact");
    await hydrate(page);
    await fillIn(page);
    // Refused or not, each one counts; all at once, so that a slow machine does not need more than a minute for them.
    const others = Array.from({ length: 25 }, () => page.request.post("/contact", { form: {}, headers: { Origin } }));
    expect((await Promise.all(others)).map((answer) => answer.status())).toContain(429);
    await send(page);
    await expect(alert).toContainText("Wait a minute");
  }).toPass();
  await expect(page.getByLabel("Your message")).toHaveValue(message);
});

test("the form is new for everybody, kept by no cache, and loads no script before the visitor moves", async ({
  page,
  request,
}) => {
  const readTicket = async () =>
    / name="ticket" value="([^"]+)"/.exec(await (await request.get("/contact")).text())?.[1];
  expect(await readTicket()).not.toBe(await readTicket());
  expect((await request.get("/contact")).headers()["cache-control"]).toBe("private, no-cache");
  const scripts: string[] = [];
  page.on("request", (one) => one.resourceType() === "script" && scripts.push(one.url()));
  await page.goto("/contact");
  await page.waitForLoadState("networkidle");
  expect(scripts).toEqual([]);
});

test("a post from another site is refused", async ({ request }) => {
  const form = { name: "x", email: "x@example.com", topic: "general", message: "hello there all", consent: "on" };
  const foreign = await request.post("/contact", { form, headers: { "Sec-Fetch-Site": "cross-site" } });
  expect(foreign.status()).toBe(403);
});

test("whoever goes back and writes something else from the same form loses nothing, and sends it with one more press", async ({
  page,
  allowConsole,
}) => {
  allowConsole.push(answeredWith(409));
  await page.goto("/contact");
  await hydrate(page);
  const ticket = await page.locator("[name=ticket]").inputValue();
  await fillIn(page);
  await send(page);
  await expectSent(page);
  await page.goto("/contact");
  await hydrate(page);
  await page.locator("[name=ticket]").evaluate((field, used) => field.setAttribute("value", used), ticket);
  await fillIn(page);
  await page.getByLabel("Your message").fill("A second thought that belongs to it.");
  await send(page);
  await expect(page.getByRole("alert")).toContainText("press Send once more");
  await expect(page.getByLabel("Your message")).toHaveValue("A second thought that belongs to it.");
  await send(page);
  await expectSent(page);
});
