import { formatColleague, formatColleagueShort } from "#shared/accounts/format-colleague.ts";
import { formatReference } from "#shared/enquiries/format-reference.ts";
import { buildDefaultListState, writeListQuery } from "#shared/pages/list.ts";
import { page as accountsPage } from "#app/staff/accounts/page.ts";
import { accountList } from "#app/staff/accounts/account-list.ts";
import type { ListedEntry } from "#worker/audit/list-audit.ts";
import { nameAction, nameUnusual } from "./action-words.ts";

interface Subject {
  name: string;
  /** Its page; null where it has none. */
  to: string | null;
}

/** An entry in words, for the list and for the file alike. */
export function formatEntry(entry: ListedEntry) {
  const { text, nobody = isRequest(entry.request_id) ? "Nobody signed in" : "The site" } = nameAction(entry.action);
  const { device, place, ...detail } = readDetail(entry.detail);
  return {
    person: entry.actor_id === null ? nobody : formatActor(entry),
    what: text,
    unusual: nameUnusual(entry.unusual),
    isDemo: entry.request_id === demoRequest,
    subject: findSubject(entry),
    device: toText(device),
    place: toText(place),
    detail: Object.entries(detail).flatMap(([name, value]) => {
      const shown = toText(value);
      return shown === null ? [] : [{ name, value: shown }];
    }),
  };
}

function formatActor({ actor_name: name, actor_email: email }: ListedEntry): string {
  return formatColleagueShort({ name, email });
}

/** What the entry is about, as it is called today. Null where it is gone, or only its person. */
function findSubject(entry: ListedEntry): Subject | null {
  const { person_email: email, post_title: post, job_title: job, enquiry_id: enquiry, invite_email: invited } = entry;
  // What people do to their own account or session names them already.
  if (email !== null && email === entry.actor_email) return null;
  if (email !== null)
    return {
      name: entry.person_name === null ? email : formatColleague({ name: entry.person_name, email }),
      to: accountsPage.path + writeListQuery(accountList, { ...buildDefaultListState(accountList), words: email }),
    };
  if (post !== null) return { name: post, to: `/insights/${entry.post_slug}` };
  if (invited !== null) return { name: invited, to: `${accountsPage.path}#invites` };
  if (job !== null) return { name: job, to: `/careers/${entry.job_slug}` };
  if (entry.application_id !== null) return nameApplication(entry, entry.application_id);
  if (entry.template_name !== null)
    return { name: `Mail template “${entry.template_name}”`, to: "/job-applications/mails" };
  return enquiry === null
    ? null
    : { name: `Enquiry ${formatReference(enquiry)}`, to: `/marketing-admin/inbox/${enquiry}` };
}

/** Whose application it is, and for which job. The log itself has neither: nothing names who was erased. */
function nameApplication({ application_name: name, application_job: job }: ListedEntry, id: string): Subject {
  const whose = name === null ? `Application ${formatReference(id)}` : `${name}, ${formatReference(id)}`;
  return { name: `${whose}, ${job ?? "no particular role"}`, to: `/job-applications/${id}` };
}

/** In place of a request in the entries that the local seed makes. */
const demoRequest = "demo";

/** What the site does by itself has no request. */
function isRequest(id: string | null): boolean {
  return id === demoRequest || /^[0-9a-f]{8}-/.test(id ?? "");
}

function readDetail(json: string): Record<string, unknown> {
  return JSON.parse(json) as Record<string, unknown>;
}

function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}
