/** Properties of events: attributes `data-event-<name>` of what was pressed, as they are stored and named. */
import { aboutName } from "#shared/analytics/event-property.ts";
import { clean, hideContacts } from "./clean-text.ts";

/** Of one event. Three of the longest fit into a word of `dimension_values`. */
const mostProperties = 3;
const longestName = 20;
const longestValue = 60;

/** Attributes that say what happened, and are no properties of it. */
const ownNames: ReadonlySet<string> = new Set(["data", "form", "sent", "search", "found", "missing", aboutName]);

/** Events whose data is counted by dimensions of their own. */
export const eventsWithPanel = ["outbound", "download", "search", "missing"] as const;

/**
 * The properties among the attributes of an element (a DOMStringMap: `eventPlace` of `data-event-place`), as texts such as
 * `place=header`. They are written by whoever makes the page, and yet cut and freed of what looks like an address.
 */
export function readProperties(attributes: Readonly<Record<string, string | undefined>> = {}): string[] {
  const found = Object.entries(attributes).flatMap(([attribute, text = ""]) => {
    const [, camel = ""] = /^event([A-Z]\w*)$/.exec(attribute) ?? [];
    const name = camel.replaceAll(/[A-Z]/g, (letter, at) => (at === 0 ? "" : "-") + letter.toLowerCase());
    const value = clean(hideContacts(text.replaceAll(/["\\]/g, "")), longestValue);
    const isProperty = name !== "" && name.length <= longestName && value !== "" && !ownNames.has(name);
    return isProperty ? [`${name}=${value}`] : [];
  });
  return found.slice(0, mostProperties).toSorted();
}

/** As the table has them: "" for none. */
export function packProperties(properties: readonly string[]): string {
  return properties.length === 0 ? "" : JSON.stringify(properties);
}
