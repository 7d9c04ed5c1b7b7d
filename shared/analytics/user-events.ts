/**
 * Events of a visitor who accepted, without page views. The device keeps the last 50 under `user-events`, and all are
 * sent (visit-events.ts). An element has `data-event`, and every control in it counts under that name.
 *
 * Other attributes of that element named `data-event-<name>` are properties of the event: at most three, with names of up to 20
 * letters and values of up to 60, which the page itself has (`data-event-department={job.department}`). Nothing that somebody
 * has typed belongs there.
 * app/inline/later/events.ts listens on the window, so nothing has to be hydrated.
 */
export type UserEventName =
  /** A link to the contact form. The data names the place on the site. */
  | "call-to-action"
  | "know-more"
  | "pillar"
  /** A button or a link of the main navigation. */
  | "menu"
  /** A link to an article. */
  | "article"
  | "share"
  /** "Apply" at an opening; the data is its slug. */
  | "apply"
  /** The first input into a form, once per page, its refusal, and its confirmation. The data is the form's name. */
  | "form-start"
  | "form-error"
  | "form-sent"
  /** The data is what was sought; its amount is how much was found. */
  | "search"
  /** A result of a search that was followed; the data is its path. */
  | "search-result"
  /** A page that says that nothing is at its address; the data is where the visitor came from. */
  | "missing"
  // These need no attribute: they follow from the link's address.
  | "mailto"
  | "download"
  | "outbound";

declare module "react" {
  interface HTMLAttributes<T> {
    "data-event"?: UserEventName;
    /** What was pressed, if the link's address or the control's text does not say it well. */
    "data-event-data"?: string;
    /** The name of a form whose start counts. */
    "data-event-form"?: string;
    /** The name of the form that this page confirms. */
    "data-event-sent"?: string | undefined;
    /** What was sought on this page, and how much was found. */
    "data-event-search"?: string | undefined;
    "data-event-found"?: number;
    /** On a page that says that nothing is at its address. */
    "data-event-missing"?: "";
  }
}
