import { industries } from "./industries.ts";
import { findIndustryPage } from "./industry-pages.server.ts";
import { awardsRecognition } from "./pages/awards-recognition.ts";
import { careersLife } from "./pages/careers-life.ts";
import { careers } from "./pages/careers.ts";
import { contact } from "./pages/contact.ts";
import { home } from "./pages/home.ts";
import { insights } from "./pages/insights.ts";
import { leadership } from "./pages/leadership.ts";
import { openingWords } from "./pages/openings.ts";
import { partners } from "./pages/partners.ts";
import { privacyPolicy } from "./pages/privacy-policy.ts";
import { termsOfService } from "./pages/terms-of-service.ts";
import { whoWeAre } from "./pages/who-we-are.ts";
import type { PageMeta } from "./page-types.ts";
import { getServicePage } from "./service-pages.server.ts";
import { servicePaths, services } from "./services.ts";
import { strengths } from "./strengths.ts";

export interface PublicPage {
  path: string;
  /** Heading under which llms.txt lists it. */
  group: "Services" | "Industries" | "Company" | "Legal";
  name: string;
  /** Title and description, and with them everything else that is written for the page. */
  copy: { meta: PageMeta };
}

/** The other texts of these two pages are in lists and words that other pages share. */
const homePage = { ...home, lists: { services, industries, strengths } };
const careersPage = { ...careers, ...careersLife, openings: openingWords };

/**
 * Every public page that needs no database. The sitemap, llms.txt, the pictures for shared links and the tests use this
 * list. It holds the copy of the whole site, so no browser script may import it.
 */
export const publicPages: readonly PublicPage[] = [
  { path: "/", group: "Company", name: "Home", copy: homePage },
  ...servicePaths.map((slug): PublicPage => {
    const copy = getServicePage(`/${slug}`);
    return { path: `/${slug}`, group: "Services", name: copy.name, copy };
  }),
  ...industries.flatMap(({ slug }): PublicPage[] => {
    const copy = findIndustryPage(slug);
    return copy ? [{ path: `/${slug}`, group: "Industries", name: copy.name, copy }] : [];
  }),
  { path: "/who-we-are", group: "Company", name: whoWeAre.title, copy: whoWeAre },
  { path: "/leadership", group: "Company", name: leadership.name, copy: leadership },
  { path: "/awards-recognition", group: "Company", name: awardsRecognition.title, copy: awardsRecognition },
  { path: "/insights", group: "Company", name: insights.name, copy: insights },
  { path: "/partners", group: "Company", name: partners.name, copy: partners },
  { path: "/careers", group: "Company", name: careers.name, copy: careersPage },
  { path: "/contact", group: "Company", name: contact.form.label, copy: contact },
  { path: "/privacy-policy", group: "Legal", name: privacyPolicy.title, copy: privacyPolicy },
  { path: "/terms-of-service", group: "Legal", name: termsOfService.title, copy: termsOfService },
];
