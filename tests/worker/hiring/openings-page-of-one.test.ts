/** The page of one opening, and what search engines read of it. */
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { day } from "#shared/dates/durations.ts";
import { openDb } from "#worker/db/client.ts";
import { closeOpening } from "#worker/hiring/openings/publish-opening.ts";
import { saveOpening } from "#worker/hiring/openings/save-opening.ts";
import { makeDraft, makeOpening, makeJobScope } from "./openings-make.ts";
import { load, readGraph, renderCareers } from "./openings-render.tsx";
import { siteOrigin } from "../make-scope.ts";

test("an open job says all that search engines ask of a posting", async () => {
  const closesAt = Date.now() + 30 * day;
  await makeOpening({
    slug: "sre",
    title: "Site reliability engineer",
    requisitionId: "R-77",
    openings: 2,
    markdown: "## Work\n\nRun *it*.",
    places: [
      { city: "Leeds", region: "West Yorkshire", country: "GB" },
      { city: "Oslo", region: null, country: "NO" },
    ],
    closesAt,
  });
  const { html } = await renderCareers("/careers/sre");
  const { JobPosting, BreadcrumbList } = readGraph(html);
  expect(BreadcrumbList).toBeDefined();
  expect(JobPosting).toMatchObject({
    url: `${siteOrigin}/careers/sre`,
    title: "Site reliability engineer",
    description: "<p>Runs what was built.</p>\n<h2>Work</h2>\n<p>Run <em>it</em>.</p>\n",
    validThrough: new Date(closesAt).toISOString(),
    employmentType: "FULL_TIME",
    identifier: { "@type": "PropertyValue", value: "R-77" },
    hiringOrganization: { "@type": "Organization", sameAs: `${siteOrigin}/` },
    totalJobOpenings: 2,
    jobLocation: [
      { address: { addressLocality: "Leeds", addressRegion: "West Yorkshire", addressCountry: "GB" } },
      { address: { addressLocality: "Oslo", addressCountry: "NO" } },
    ],
    baseSalary: { currency: "GBP", value: { minValue: 50_000, maxValue: 60_000, unitText: "YEAR" } },
    directApply: true,
  });
  expect(JobPosting).toHaveProperty("datePosted");
  expect(JobPosting).not.toHaveProperty("jobLocationType");
  expect(html).toContain('href="/careers/sre/apply"');
  expect(html).toContain("a few minutes, without an account");
  expect(html).not.toContain('content="noindex"');
});

test("a remote job says from where it may be done; published without an end it has one, which page and posting tell", async () => {
  const publishAt = Date.parse("2096-01-01T09:00:00Z");
  vi.useFakeTimers({ toFake: ["Date"], now: publishAt + day });
  const reach = { workplace: "remote" as const, places: [], remoteCountries: ["FR", "GB"] };
  await makeOpening({ slug: "far", ...reach, closesAt: null }, publishAt);
  const { html } = await renderCareers("/careers/far");
  vi.useRealTimers();
  const { JobPosting } = readGraph(html);
  expect(JobPosting?.["validThrough"]).toBe("2096-03-01T09:00:00.000Z");
  expect(html).toContain('<time class="job-whole" dateTime="2096-03-01">1 March 2096</time>');
  expect(JobPosting).toMatchObject({
    jobLocationType: "TELECOMMUTE",
    applicantLocationRequirements: [
      { "@type": "Country", name: "France" },
      { "@type": "Country", name: "United Kingdom" },
    ],
  });
  expect(JobPosting).not.toHaveProperty("jobLocation");
});

test("a closed job and an expired one keep their pages, without a way to apply and without a posting", async () => {
  const closed = await makeOpening({ slug: "closed" });
  await closeOpening(openDb(env.DB), { actor: null, known: closed }, makeJobScope());
  await makeOpening({ slug: "expired", closesAt: Date.now() - 1000 }, Date.now() - day);
  for (const path of ["/careers/closed", "/careers/expired"]) {
    const { html, status } = await renderCareers(path);
    expect(status, path).toBe(200);
    expect(html, path).toContain("This opening is closed");
    expect(html, path).toContain('<meta name="robots" content="noindex"/>');
    expect(html, path).not.toContain("job=");
    expect(readGraph(html)["JobPosting"], path).toBeUndefined();
  }
});

test("a job is found whatever the case of its address, and answers under one address", async () => {
  await makeOpening({ slug: "sre" });
  const { html, status } = await renderCareers("/careers/SRE");
  expect(status).toBe(200);
  expect(html).toContain(`<link rel="canonical" href="${siteOrigin}/careers/sre"/>`);
});

test("an old address answers 301 with the present one", async () => {
  const job = await makeOpening({ slug: "before" });
  await saveOpening(
    openDb(env.DB),
    { actor: null, draft: { ...makeDraft(), slug: "after", closesAt: Date.now() + day }, known: job },
    makeJobScope(),
  );
  const moved = (await load("/careers/BEFORE").catch((thrown: unknown) => thrown)) as Response;
  expect(moved.status).toBe(301);
  expect(moved.headers.get("Location")).toBe("/careers/after");
});

test("drafts, jobs to come and unknown addresses are not found", async () => {
  await makeOpening({ slug: "draft" }, null);
  await makeOpening({ slug: "to-come" }, Date.now() + day);
  for (const path of ["/careers/draft", "/careers/to-come", "/careers/none", "/careers/%00", "/careers/%F0%9F%92%A9"]) {
    const { status, html } = await renderCareers(path);
    expect(status, path).toBe(404);
    expect(html, path).toContain("One tile is missing");
  }
});
