/** One job from its first word to the person who is hired, through every hand that it passes. */
import { randomInt } from "node:crypto";
import type { Browser, Page } from "playwright/test";
import {
  askBeside,
  baseURL,
  expect,
  expectNothingWider,
  hydrate,
  openHydrated,
  settle,
  signIn,
  test,
} from "../fixtures.ts";
import { makeOpening } from "./opening-beside.ts";
import { bar, toast } from "../lists/lists-page.ts";

const list = "/job-applications";
const section = (page: Page, name: string) => page.getByRole("region", { name: new RegExp(`^${name}`) });
const said = (page: Page) => page.getByRole("region", { name: "Messages" }).getByRole("status").last();

/** Publishes the job at `path` by keyboard, as somebody of the talent team does. */
async function publish(page: Page, path: string): Promise<void> {
  await openHydrated(page, path);
  await page.getByRole("button", { name: "Publish", exact: true }).press("Enter");
  const now = page.getByRole("dialog", { name: "Publish this job" }).getByRole("button", { name: "Publish now" });
  // Until the job has been checked.
  await expect(now).toBeEnabled();
  await now.press("Enter");
  await expect(toast(page)).toContainText("Published");
}

/** The phone of a candidate. */
async function openPhone(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    baseURL,
  });
  return context.newPage();
}

async function apply(phone: Page, { slug, name, email }: { slug: string; name: string; email: string }) {
  await phone.goto(`/careers/${slug}?source=board-of-jobs`);
  await phone
    .getByRole("link", { name: /^Apply for/ })
    .first()
    .tap();
  await phone.waitForURL(`**/careers/${slug}/apply*`);
  await hydrate(phone);
  await phone.getByLabel("Name", { exact: true }).fill(name);
  await phone.getByLabel("E-mail").fill(email);
  const cv = { name: "cv.txt", mimeType: "text/plain", buffer: Buffer.from(`${name}\nTen years of lamps`) };
  await phone.getByLabel("CV", { exact: true }).setInputFiles(cv);
  await expect(phone.getByText(/cv\.txt .* is with us/)).toBeVisible();
  await phone.getByLabel(/^You may store this application/).check();
  await phone.getByRole("button", { name: "Send application" }).tap();
  await phone.waitForURL(/\/careers\/application\/[\w-]{43}\?sent/);
}

/** Moves the card of `name` on the board by the key of a stage. */
async function move(page: Page, { mark, name }: { mark: string; name: string }, key: string, stage: string) {
  await openHydrated(page, `${list}/board?q=${mark}`);
  await page.locator(".board-card").filter({ hasText: name }).getByRole("link").focus();
  await page.keyboard.press(key);
  await expect(said(page)).toContainText(`${name} is in ${stage}.`);
}

/** The candidate's page, by the link in the newest mail to `email` whose subject begins with `subject`. */
async function readLink(page: Page, email: string, subject: string): Promise<string> {
  await page.goto("/mailbox");
  await page.getByRole("row", { name: email }).getByRole("link", { name: subject }).first().click();
  const text = (await page.locator("pre").textContent()) ?? "";
  return new URL(/https?:\/\/\S+\/careers\/application\/\S+/.exec(text)?.[0] ?? "").pathname;
}

async function openOne(page: Page, { mark, name }: { mark: string; name: string }): Promise<void> {
  await openHydrated(page, `${list}?q=${mark}&stage=any`);
  await page.getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  await settle(page);
}

test("a job is written, applied for from a phone, talked about, offered and given; the figures say so, and a proof remains @ci", async ({
  page,
  browser,
}) => {
  test.slow();
  await page.setViewportSize({ width: 1440, height: 900 });
  const mark = `S${crypto.randomUUID().slice(0, 8)}`;
  const slug = `keeper-of-lamps-${mark.toLowerCase()}`;
  const person = { mark, name: `${mark} Ada`, email: `ada-${mark.toLowerCase()}@client.example` };
  await signIn(page.request, "talent");
  const job = await makeOpening(page, `Keeper of lamps ${mark}`, slug);
  await publish(page, job);
  const phone = await openPhone(browser);
  await apply(phone, { slug, ...person });
  await expectNothingWider(phone);

  await signIn(page.request, "hr");
  await move(page, person, "2", "Screening");
  await move(page, person, "3", "Interview");

  await openOne(page, person);
  const interviews = section(page, "Interviews");
  await interviews.getByText("Propose an interview").press("Enter");
  // Nobody is booked twice at one time, and other tests book, too.
  const next = new Date(Date.now() + randomInt(40, 340) * 86_400_000);
  const time = interviews.getByRole("group", { name: "Time 1" }).first();
  const values = { year: next.getUTCFullYear(), month: next.getUTCMonth() + 1, day: next.getUTCDate() };
  for (const [part, value] of Object.entries({ ...values, hour: randomInt(1, 12), minute: 30 })) {
    await time.getByRole("spinbutton", { name: new RegExp(`^${part}`) }).focus();
    await page.keyboard.type(String(value).padStart(2, "0"));
  }
  await time.getByRole("spinbutton", { name: /AM\/PM/ }).focus();
  await page.keyboard.type("A");
  await interviews.getByLabel("Place, link or number").fill("https://meet.example/lamps");
  await interviews.getByRole("button", { name: "Send the proposal" }).press("Enter");
  await expect(said(page)).toContainText("The times are proposed.");
  await phone.goto(await readLink(page, person.email, "Choose a time for your interview"));
  await hydrate(phone);
  await phone.getByRole("radio").first().check();
  await phone.getByRole("button", { name: "Book this time" }).tap();
  await expect(phone.getByRole("status").filter({ hasText: "Your interview is booked." })).toBeVisible();
  await expectNothingWider(phone);

  await openOne(page, person);
  await expect(interviews.getByText("Booked", { exact: true })).toBeVisible();
  await page.keyboard.press("c");
  const form = page.getByRole("form", { name: "Write an e-mail" });
  await form.getByLabel("Template").selectOption("An offer (offer)");
  await form.getByRole("button", { name: "Use", exact: true }).click();
  await expect(form.getByLabel("Subject")).not.toHaveValue("");
  await form.getByLabel("Then move to").selectOption("Offer");
  await form.getByRole("button", { name: "Send", exact: true }).click();
  await expect(said(page)).toContainText("The mail leaves in 20 seconds. The stage is changed.");
  await move(page, person, "5", "Hired");

  await openHydrated(page, `${list}/figures?job=${job.split("/").at(-1)}&days=30`);
  const funnel = page.getByRole("table", { name: "How many came to each stage or further" });
  for (const stage of ["New", "Screening", "Interview", "Offer", "Hired"])
    await expect(
      funnel
        .getByRole("row", { name: new RegExp(`^${stage}`) })
        .getByRole("link")
        .first(),
    ).toHaveText("1");
  await expect(page.getByRole("table", { name: /^How far they came/ })).toContainText("board-of-jobs");
  await funnel
    .getByRole("row", { name: /^Hired/ })
    .getByRole("link")
    .first()
    .click();
  await expect(page.getByRole("link", { name: person.name })).toBeVisible();

  await phone.reload();
  await expect(phone.getByRole("heading", { name: "You are hired" })).toBeVisible();
  await phone.context().close();
  await signIn(page.request, "talent");
  await openHydrated(page, `/job-management?q=${mark}`);
  await page.locator("tr[data-row]").filter({ hasText: mark }).getByRole("checkbox").first().check();
  await bar(page).getByRole("button", { name: "Close", exact: true }).click();
  await expect(toast(page)).toContainText("is closed");

  // A year later nothing of the person is left but the proof that it went.
  await askBeside(page.request, "/term", { email: person.email });
  await signIn(page.request, "super");
  const found = await page.request.get(`${list}?q=${mark}&stage=any`);
  expect([found.status(), (await found.text()).includes(person.name)]).toEqual([200, false]);
  await openHydrated(page, "/privacy-requests");
  await page.getByLabel("E-mail address").fill(person.email);
  await page.getByRole("button", { name: "Look up" }).click();
  const proof = page.getByRole("listitem").filter({ hasText: "Erased on" });
  await expect(proof).toContainText("Job applications: 1");
  await expect(proof).toContainText("Interviews: 1");
});
