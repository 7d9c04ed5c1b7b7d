// Bundle: site
import type { BreadcrumbList, FAQPage, Graph, Organization, Service, Thing, WebPage, WebSite } from "schema-dts";
import { brand } from "#app/content/brand.ts";
import type { PageDescription } from "./page-meta.ts";

interface Addresses {
  /** The site's origin, such as "https://www.example.com". */
  origin: string;
  /** Canonical address of the page. */
  url: string;
  /** Address of the picture for shared links. */
  image: string;
}

/** JSON-LD of a page (schema.org): publisher, breadcrumb, offered service, and questions with answers. */
export function buildPageGraph(page: PageDescription, addresses: Addresses): Graph {
  const things: Thing[] = [
    buildOrganization(addresses),
    buildWebSite(addresses),
    buildWebPage(page, addresses),
    ...(page.path === "/" ? [] : [buildBreadcrumbs(page, addresses)]),
    ...(page.service ? [buildService(page.service, addresses)] : []),
    ...(page.questions?.length ? [buildQuestions(page.questions, addresses)] : []),
    ...(page.things ?? []),
  ];
  return { "@context": "https://schema.org", "@graph": things };
}

function buildOrganization({ origin }: Addresses): Organization {
  return {
    "@type": "Organization",
    "@id": `${origin}/#organization`,
    name: brand.name,
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
    slogan: brand.tagline.join(" | "),
    description: brand.description,
    email: brand.salesEmail,
    sameAs: brand.social.map(({ href }) => href),
  };
}

function buildWebSite({ origin }: Addresses): WebSite {
  return {
    "@type": "WebSite",
    "@id": `${origin}/#website`,
    name: brand.name,
    url: `${origin}/`,
    inLanguage: "en-GB",
    publisher: { "@id": `${origin}/#organization` },
  };
}

function buildWebPage({ path, meta }: PageDescription, { origin, url, image }: Addresses): WebPage {
  return {
    "@type": "WebPage",
    "@id": url,
    url,
    name: meta.title,
    description: meta.description,
    inLanguage: "en-GB",
    isPartOf: { "@id": `${origin}/#website` },
    primaryImageOfPage: { "@type": "ImageObject", url: image, width: "1200", height: "630" },
    ...(path !== "/" && { breadcrumb: { "@id": `${url}#breadcrumb` } }),
  };
}

function buildBreadcrumbs({ name, trail = [] }: PageDescription, { origin, url }: Addresses): BreadcrumbList {
  const above = [{ to: "/", name: "Home" }, ...trail.filter(({ to }) => to !== "/")];
  const crumbs = [...above.map(({ to, name }) => ({ name, item: `${origin}${to}` })), { name, item: url }];
  return {
    "@type": "BreadcrumbList",
    "@id": `${url}#breadcrumb`,
    itemListElement: crumbs.map(({ name, item }, index) => ({ "@type": "ListItem", position: index + 1, name, item })),
  };
}

function buildService({ name, description }: { name: string; description: string }, at: Addresses): Service {
  return {
    "@type": "Service",
    "@id": `${at.url}#service`,
    name,
    serviceType: name,
    description,
    url: at.url,
    provider: { "@id": `${at.origin}/#organization` },
  };
}

function buildQuestions(questions: NonNullable<PageDescription["questions"]>, { url }: Addresses): FAQPage {
  return {
    "@type": "FAQPage",
    "@id": `${url}#questions`,
    isPartOf: { "@id": url },
    mainEntity: questions.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer },
    })),
  };
}
