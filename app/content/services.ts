// Bundle: site
export interface Service {
  /** The path of its page, and the name of its file and its pictures. */
  slug: string;
  name: string;
  /** For menus. */
  line: string;
  /** For its card on the home page. */
  summary: string;
}

/** The services, in the order in which they are offered. Each has its page in services/, in a file named by its slug. */
export const services: readonly Service[] = [
  {
    slug: "artificial-intelligence",
    name: "Artificial Intelligence",
    line: "Put models into production",
    summary: "From the first use case to models in production: strategy, engineering, governance and operations.",
  },
  {
    slug: "data-analytics",
    name: "Data Analytics",
    line: "Answers people act on",
    summary: "Pipelines, platforms and dashboards that give finance, sales and operations the same number.",
  },
  {
    slug: "cloud-engineering",
    name: "Cloud Engineering",
    line: "Move, modernise, run",
    summary: "Migrate, modernise and run in the cloud, with every cost visible to the team that caused it.",
  },
  {
    slug: "application-lifecycle",
    name: "Application Lifecycle",
    line: "Build it, release it, keep it current",
    summary: "Product teams that design, build and release every fortnight, then stay to run what they made.",
  },
  {
    slug: "platforms",
    name: "Platforms",
    line: "Business systems, joined up",
    summary: "Business platforms shaped to how your people already work, and joined to the systems around them.",
  },
  {
    slug: "infrastructure-security",
    name: "Infrastructure & Security",
    line: "Kept running, kept safe",
    summary: "Networks, workplaces and data centres run around the clock, with security tested every quarter.",
  },
];

/** Further pages that the service template shows. */
const furtherPages = ["gcc", "microsoft"] as const;

/** Paths of all pages that the service template draws; app/content/service-pages.server.ts has their copy. */
export const servicePaths: readonly string[] = [...services.map(({ slug }) => slug), ...furtherPages];

/** Path of a service's page. Without such a service: the place on the home page that has them all. */
export function findServicePath(slug: string): string {
  return services.some((service) => service.slug === slug) ? `/${slug}` : "/#services";
}
