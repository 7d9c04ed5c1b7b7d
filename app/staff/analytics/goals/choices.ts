/** What a goal or a step of a funnel can be picked from: all that visits have done of late, and what every site of ours has. */
import { industries } from "#app/content/industries.ts";
import { services } from "#app/content/services.ts";
import { decodePath } from "#shared/text/decode-path.ts";
import { type FunnelStep, goals } from "#worker/analytics/figures/types.ts";
import type { Seen } from "#worker/analytics/list-seen.ts";
import { goalNames, writeCode } from "../names.ts";

interface Choice {
  /** As `writePick` writes the step. */
  value: string;
  name: string;
}

export interface ChoiceGroup {
  name: string;
  choices: Choice[];
}

const declaredPages: readonly (readonly [path: string, name: string])[] = [
  ["/", "Home"],
  ["/contact", "Contact"],
  ["/careers", "Careers"],
  ["/insights", "Insights"],
  ...[...services, ...industries].map(({ slug, name }) => [`/${slug}`, name] as const),
];

const formNames: Readonly<Record<string, string>> = { contact: "Contact form", apply: "Application form" };
/** Where the site leads to the contact form. */
const declaredElements = ["header", "hero", "band", "intro", "menu", "careers"];

/** A step that names one thing, as the value of a choice; "" for one that has a pattern or several. */
export function writePick({ kind, values, about }: FunnelStep): string {
  const [value = ""] = values;
  const isPlain = values.length === 1 && !/[*,]|^!/.test(value) && !/[*,]/.test(about);
  if (!isPlain) return "";
  if (kind === "page" || kind === "goal") return `${kind} ${value}`;
  return kind === "event" && about !== "" ? `event ${value} ${about}` : "";
}

/** The step of a choice; null for what is none. */
export function readPick(text: string): FunnelStep | null {
  const [, path] = /^page (\/\S*)$/.exec(text) ?? [];
  if (path !== undefined) return { kind: "page", values: [path], about: "" };
  const goal = goals.find((each) => text === `goal ${each}`);
  if (goal) return { kind: "goal", values: [goal], about: "" };
  const [, name, about] = /^event ([\w-]{1,40}) (.{1,256})$/.exec(text) ?? [];
  return name !== undefined && about !== undefined ? { kind: "event", values: [name], about } : null;
}

/**
 * All choices, by kind. `chosen` is among them also where nobody has done it of late. A goal that the server counts can be a step of a
 * funnel, and is no other goal.
 */
export function listChoices(
  { pages, files, events }: Seen,
  chosen: readonly string[],
  hasGoals = false,
): ChoiceGroup[] {
  const titles = new Map([
    ...declaredPages,
    ...pages.flatMap(({ path, title }) => (title ? [[path, title] as const] : [])),
  ]);
  const paths = new Set([...declaredPages.map(([path]) => path), ...pages.map(({ path }) => path)]);
  const forms = new Set([...Object.keys(formNames), ...namesOf(events, "form-sent")]);
  const elements = events.filter(({ name }) => !name.startsWith("form-"));
  const groups = [
    {
      name: "Pages",
      choices: [...paths].map((path) => toChoice("page", path, titles.get(path) ?? null)).toSorted(byName),
    },
    {
      name: "Forms that are sent",
      choices: [...forms].map((form) => nameEvent("form-sent", form, formNames[form] ?? form)),
    },
    {
      name: "Downloads",
      choices: files.map(({ path }) => nameEvent("download", path, decodePath(path).replace(/^.*\//, ""))),
    },
    {
      name: "Buttons and links",
      choices: [...declaredElements.map((about) => ({ name: "call-to-action", about })), ...elements].map(
        ({ name, about }) => nameEvent(name, about, `${writeCode(name)}: ${decodePath(about)}`),
      ),
    },
    {
      name: "Goals",
      choices: hasGoals ? goals.map((goal) => ({ value: `goal ${goal}`, name: goalNames[goal] })) : [],
    },
  ].map(({ name, choices }) => ({ name, choices: [...new Map(choices.map((each) => [each.value, each])).values()] }));
  const known = new Set(groups.flatMap(({ choices }) => choices.map(({ value }) => value)));
  const others = chosen.filter((value) => value !== "" && !known.has(value)).map((value) => ({ value, name: value }));
  return [...groups, { name: "Chosen before", choices: others }].filter(({ choices }) => choices.length > 0);
}

function namesOf(events: Seen["events"], name: string): string[] {
  return events.filter((event) => event.name === name).map(({ about }) => about);
}

function toChoice(kind: "page", path: string, title: string | null): Choice {
  const shown = decodePath(path);
  return { value: `${kind} ${path}`, name: title === null ? shown : `${title} (${shown})` };
}

function nameEvent(event: string, about: string, name: string): Choice {
  return { value: `event ${event} ${about}`, name };
}

function byName(one: Choice, other: Choice): number {
  return one.name.localeCompare(other.name, "en");
}
