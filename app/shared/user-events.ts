/**
 * What a visitor who accepted may do beside opening pages, by name: the device keeps the last 50 under `user-events`
 * (SPEC §3), and none is sent. An element carries `data-event`, and every control in it counts under that name;
 * app/inline/later/consented.ts listens on the document, so nothing has to be hydrated.
 */
export type UserEventName =
  /** A link to the contact form; the data names its place. */
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
  /** The first word in a form, once a page, and its arrival; the data is the form's name. */
  | "form-start"
  | "form-sent"
  // These need no mark: the link itself tells.
  | "mailto"
  | "download"
  | "outbound";

declare module "react" {
  interface HTMLAttributes<T> {
    "data-event"?: UserEventName;
    /** What was pressed, where the link's own address or the control's text does not say it best. */
    "data-event-data"?: string;
    /** The name of a form whose start counts. */
    "data-event-form"?: string;
    /** The name of the form that this page confirms. */
    "data-event-sent"?: string;
  }
}
