/** What visitors do on a page, by the names in shared/analytics/user-events.ts. */
import { read, readTime } from "../../client/device-data.ts";
import { eventsKey, userEventCap } from "#shared/analytics/consent.ts";
import type { UserEventName } from "#shared/analytics/user-events.ts";
import type { UserEvent } from "#shared/analytics/visitor-record.ts";
import { append, attempt, readReferrer } from "./device.ts";
import { type EventDetails, sendEvent } from "./views.ts";

/** Of the page that is shown: the form in which the visitor has typed, its refusal, and what was sought. */
let started: string | undefined;
let refusal: Element | undefined;
const refusalPlace = "[data-event-form] [role=alert]";
let sought: string | undefined;

export function onClick({ target }: Event): void {
  const control = (target as Element).closest<HTMLElement>("a[href],button,summary");
  if (!control) return;
  const marked = control.closest<HTMLElement>("[data-event]");
  const link = control instanceof HTMLAnchorElement ? control : undefined;
  const name = marked?.dataset.event ?? (link && linkEventName(link));
  if (!name) return;
  const path = link && (leadsAway(link) ? link.origin : "") + link.pathname;
  note(name as UserEventName, marked?.dataset.eventData ?? (path || readControlName(control)), {
    props: marked?.dataset,
  });
}

export function onInput({ target }: Event): void {
  const form = readFormName(target as Element);
  if (!form || form === started) return;
  started = form;
  note("form-start", form);
}

/** The events of a page when it is shown, with the page before it. */
export function notePage(before: string | undefined): void {
  started = sought = undefined;
  noteSent();
  if (document.querySelector("[data-event-missing]")) note("missing", before || readReferrer());
  onFocus({ target: document.querySelector(refusalPlace) });
  noteSearch();
}

/** Counts a search once, whichever of its pages are looked at. */
export function noteSearch(): void {
  const { eventSearch, eventFound } = document.querySelector<HTMLElement>("[data-event-search]")?.dataset ?? {};
  if (!eventSearch || eventSearch === sought) return;
  sought = eventSearch;
  note("search", sought, { amount: Number(eventFound) });
}

/** The summary of what is wrong takes the focus when it appears. */
export function onFocus({ target }: { target: EventTarget | null }): void {
  const element = target as Element | null;
  if (!element?.matches(refusalPlace) || element === refusal) return;
  refusal = element;
  note("form-error", readFormName(element) ?? "");
}

/** Counts a form as sent once: a confirmation page that is opened again does not count again. */
function noteSent() {
  const form = document.querySelector<HTMLElement>("[data-event-sent]")?.dataset.eventSent;
  if (!form) return;
  const known = read<UserEvent[]>(eventsKey);
  const last = known?.findLast?.(({ name, data }) => name.startsWith("form-") && data === form);
  if (last?.name !== "form-sent") note("form-sent", form);
}

function note(name: UserEventName, data: string, more?: EventDetails) {
  attempt(() => {
    if (sendEvent({ name, data, ...more }))
      append<UserEvent>(eventsKey, { name, data, timestamp: readTime(), url: location.pathname }, userEventCap);
  });
}

function linkEventName(link: HTMLAnchorElement): UserEventName | undefined {
  if (link.protocol === "mailto:") return "mailto";
  if (link.hasAttribute("download")) return "download";
  return leadsAway(link) ? "outbound" : undefined;
}

/** A `mailto:` has no host. */
function leadsAway({ host }: HTMLAnchorElement): boolean {
  return host !== "" && host !== location.host;
}

function readControlName(control: HTMLElement): string {
  return (control.ariaLabel ?? control.textContent).trim().slice(0, 80);
}

function readFormName(element: Element): string | undefined {
  return element.closest<HTMLElement>("[data-event-form]")?.dataset.eventForm;
}
