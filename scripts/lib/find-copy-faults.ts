import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

interface Entry {
  slug: string;
  name: string;
}

/** The references of a page's copy to others. */
interface Page extends Entry {
  file: string;
  /** Of a service: slugs of industries. */
  industries?: readonly string[];
  /** Of an industry: each names the slug of a service. */
  capabilities?: readonly { service: string }[];
}

interface Findings {
  /** What makes the site impossible to build. */
  faults: string[];
  /** What a page leaves out because the site no longer has it. */
  notes: string[];
}

type Kind = "services" | "industries";

/** Addresses that are no routes of the site. */
const taken = new Set(["admin", "api", "assets", "cdn-cgi", "media"]);

/**
 * What is wrong with the services and industries that an owner lists in app/content, and with their files there: a sentence
 * for each finding, which names the file to change. `folder` is the repository's.
 */
export async function findCopyFaults(folder: string): Promise<Findings> {
  const faults: string[] = [];
  const read = (file: string) => load(folder, file, faults);
  const [services, industries] = [await readKind(folder, "services", read), await readKind(folder, "industries", read)];
  if (faults.length > 0) return { faults, notes: [] };
  for (const { kind, entries, pages } of [services, industries])
    faults.push(...findSameSlugs(pages), ...findMissing(kind, entries, pages), ...entries.flatMap(judgeSlug));
  faults.push(...findSharedPaths(((await read("app/routes.ts"))["default"] ?? []) as readonly Route[]));
  const listed = {
    services: new Set(services.entries.map(({ slug }) => slug)),
    industries: new Set(industries.entries.map(({ slug }) => slug)),
  };
  const notes = [...services.pages, ...industries.pages].flatMap((page) => listUnlisted(page, listed));
  return { faults: [...new Set(faults)], notes };
}

/** The entries of a list in app/content, and the copy in the files of the folder beside it. */
async function readKind(folder: string, kind: Kind, read: (file: string) => Promise<Record<string, unknown>>) {
  const entries = ((await read(`app/content/${kind}.ts`))[kind] ?? []) as readonly Entry[];
  const names = await readdir(join(folder, "app/content", kind));
  const pages: Page[] = [];
  for (const name of names.filter((one) => one.endsWith(".ts")).toSorted()) {
    const file = `app/content/${kind}/${name}`;
    for (const page of Object.values(await read(file))) pages.push({ ...(page as Page), file });
  }
  return { kind, entries, pages };
}

function findSameSlugs(pages: readonly Page[]): string[] {
  return pages.flatMap(({ slug, file }, index) => {
    const other = pages.slice(0, index).find((page) => page.slug === slug);
    return other ? [`${file} and ${other.file} have the same slug, "${slug}": change it in one of them.`] : [];
  });
}

function findMissing(kind: Kind, entries: readonly Entry[], pages: readonly Page[]): string[] {
  return entries
    .filter(({ slug }) => !pages.some((page) => page.slug === slug))
    .map(
      ({ slug, name }) =>
        `app/content/${kind}.ts lists ${name}, but no file in app/content/${kind}/ has its slug, "${slug}": add one, or take ${name} off the list.`,
    );
}

/** What is wrong with the address that a page would have. */
export function judgeSlug({ slug, name }: Entry): string[] {
  if (!/^[a-z0-9-]{1,60}$/.test(slug) || /^-|--|-$/.test(slug))
    return [
      `"${slug}", the slug of ${name}, is no address: use small letters and digits, with single hyphens between.`,
    ];
  return taken.has(slug) ? [`"${slug}", the slug of ${name}, is an address of the software: choose another.`] : [];
}

interface Route {
  path?: string;
  children?: readonly Route[];
}

/** Two pages at one address, whichever they are. */
function findSharedPaths(routes: readonly Route[]): string[] {
  const seen = new Set<string>();
  return listPaths(routes).flatMap((path) => {
    if (seen.has(path)) return [`Two pages have the address ${path}: change the slug of one of them in app/content.`];
    seen.add(path);
    return [];
  });
}

function listPaths(routes: readonly Route[], above = ""): string[] {
  return routes.flatMap(({ path, children = [] }) => {
    const own = path === undefined ? above : `${above}/${path}`;
    return [...(path === undefined ? [] : [own]), ...listPaths(children, own)];
  });
}

function listUnlisted({ file, industries = [], capabilities = [] }: Page, listed: Record<Kind, Set<string>>): string[] {
  return [
    ...industries
      .filter((slug) => !listed.industries.has(slug))
      .map((slug) => `${file} names the industry "${slug}", which the site does not have: its card is left out.`),
    ...capabilities
      .filter(({ service }) => !listed.services.has(service))
      .map(
        ({ service }) =>
          `${file} names the service "${service}", which the site does not have: the link leads to all services.`,
      ),
  ];
}

/** A module of the site. One that cannot be read is a fault, and has nothing. */
async function load(folder: string, file: string, faults: string[]): Promise<Record<string, unknown>> {
  try {
    return (await import(pathToFileURL(join(folder, file)).href)) as Record<string, unknown>;
  } catch (error) {
    const [reason = ""] = String(error instanceof Error ? error.message : error).split("\n");
    faults.push(`${file} cannot be read: ${reason}`);
    return {};
  }
}
