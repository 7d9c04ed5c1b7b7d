/** Properties of events, as figures and filters name them: `call-to-action:place=header`. */

/** The property under which counts what an event is about, such as the name of a form: no attribute may have its name. */
export const aboutName = "about";

export interface NamedProperty {
  event: string;
  name: string;
  value: string;
}

/** Null for what is none. */
export function parseProperty(text: string): NamedProperty | null {
  const [, event, name, value] = /^([\w-]{1,40}):([a-z][\w-]*)=(.+)$/s.exec(text) ?? [];
  return event && name && value ? { event, name, value } : null;
}
