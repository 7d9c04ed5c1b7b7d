/**
 * Events of a visitor who accepted, besides page views. The device keeps the last 50 under `user-events`, and none is
 * sent. An element has `data-event`, and every control in it counts under that name. app/inline/later/consented.ts
 * listens on the document, so nothing has to be hydrated.
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
  /** The first input into a form, once per page, and its confirmation. The data is the form's name. */
  | "form-start"
  | "form-sent"
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
    "data-event-sent"?: string;
  }
}
