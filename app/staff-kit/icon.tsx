import type { iconDrawings } from "./icon-drawings.ts";
import "./icons.css";

/** Every icon of the kit. */
export type IconName = keyof typeof iconDrawings;

/** A drawing beside words, or inside a control that has a name of its own: never read out. */
export function Icon({ name }: { name: IconName }) {
  return <span className={`kit-icon kit-icon-${name}`} aria-hidden="true" />;
}
