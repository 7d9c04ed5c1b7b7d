/** What every action of the audit log is called. An action without words here fails the type check. */
import type { Unusual } from "#worker/audit/unusual.ts";
import type { AuditAction } from "#worker/subjects.ts";
import { figuresWords } from "./figures-words.ts";
import { searchWords } from "./search-words.ts";

export const groupNames = {
  "sign-in": "Signing in",
  accounts: "Accounts and roles",
  exports: "Exports",
  erasures: "Erasures",
  publications: "Publications",
  enquiries: "Enquiries",
  applications: "Applications",
  upkeep: "Upkeep",
} as const;

export type ActionGroup = keyof typeof groupNames;

export interface ActionWords {
  /** What happened, after the name of who did it. */
  text: string;
  group: ActionGroup;
  /** Who does it where nobody is signed in; "Nobody signed in" by default. */
  nobody?: string;
}

const site = "The site";
const operator = "An operator";

export const actionWords: Readonly<Record<AuditAction, ActionWords>> = {
  ...searchWords,
  ...figuresWords,
  "operations.job_run": { text: "Ran a job by hand", group: "upkeep" },
  "operations.action_run": { text: "Started work of the software", group: "upkeep" },
  "operations.errors_seen": { text: "Marked errors of the software as seen", group: "upkeep" },
  "alerts.changed": { text: "Changed who is alerted, and when", group: "upkeep" },
  "alerts.tested": { text: "Sent a test alert", group: "upkeep" },
  "alerts.key_shown": { text: "Saw the key of the alerts’ webhook", group: "upkeep" },
  "alerts.key_replaced": { text: "Made a new key for the alerts’ webhook", group: "upkeep" },
  "session.started": { text: "Signed in", group: "sign-in" },
  "session.ended": { text: "Ended a session", group: "sign-in" },
  "session.refused": { text: "Sign-in refused", group: "sign-in" },
  "session.pending": { text: "Right password; the second factor was still to come", group: "sign-in" },
  "session.confirmation_refused": { text: "Could not confirm that it is them", group: "sign-in" },
  "session.reuse_detected": { text: "Copied session ended", group: "sign-in" },
  "sessions.ended": { text: "Ended all their other sessions", group: "sign-in" },
  "session.confirmed": { text: "Confirmed that it is them", group: "sign-in" },
  "password.rehashed": { text: "Their password is stored in a newer way", group: "sign-in" },
  "recovery_code.used": { text: "Signed in with a recovery code", group: "sign-in" },
  "passkey.added": { text: "Added a passkey", group: "accounts" },
  "passkey.renamed": { text: "Renamed a passkey", group: "accounts" },
  "passkey.removed": { text: "Removed a passkey", group: "accounts" },
  "authenticator_app.added": { text: "Added an authenticator app", group: "accounts" },
  "authenticator_app.renamed": { text: "Renamed an authenticator app", group: "accounts" },
  "authenticator_app.removed": { text: "Removed an authenticator app", group: "accounts" },
  "recovery_codes.renewed": { text: "Made new recovery codes", group: "accounts" },
  "second_factor.reset": { text: "Reset the second factor of an account", group: "accounts", nobody: operator },
  "api_token.created": { text: "Created an API token", group: "accounts" },
  "api_token.revoked": { text: "Revoked an API token", group: "accounts" },
  "user.signed_up": { text: "Signed up", group: "accounts" },
  "user.roles_changed": { text: "Changed the roles of an account", group: "accounts" },
  "user.disabled": { text: "Disabled an account", group: "accounts" },
  "user.enabled": { text: "Enabled an account", group: "accounts" },
  "user.sessions_ended": { text: "Ended sessions of an account", group: "accounts" },
  "user.reset_held_back": {
    text: "Asked for a link to a new password for an account; no mail was sent",
    group: "accounts",
  },
  "user.reset_sent": {
    text: "Sent an account a link: for a new password, or to confirm its address",
    group: "accounts",
  },
  "user.displaced": { text: "Took the address of an unconfirmed account, which is deleted", group: "accounts" },
  "user.removed": { text: "Removed an account", group: "accounts" },
  "user.exported": { text: "Exported the accounts", group: "exports" },
  "user.bootstrapped": { text: "Became the first super admin", group: "accounts" },
  "user.taken_over": { text: "An unverified account went to the owner of its address", group: "accounts" },
  "user.seeded": { text: "Made a demo account", group: "accounts", nobody: site },
  "user.colleagues_seeded": { text: "Made demo colleagues", group: "accounts", nobody: site },
  "user.made_by_operator": { text: "Made or restored an account", group: "accounts", nobody: operator },
  "user.provisioned": { text: "Got an account at their first sign-in with the identity provider", group: "accounts" },
  "identity.linked": { text: "Joined their account with the identity provider", group: "accounts" },
  "identity.roles_synced": {
    text: "Changed roles after groups at the identity provider",
    group: "accounts",
    nobody: site,
  },
  "user.verified": { text: "Confirmed the address of their account", group: "accounts" },
  "user.invited": { text: "Invited somebody", group: "accounts" },
  "invite.resent": { text: "Sent an invitation again", group: "accounts" },
  "invite.withdrawn": { text: "Withdrew an invitation", group: "accounts" },
  "invite.accepted": { text: "Accepted an invitation", group: "accounts" },
  "password.reset_requested": { text: "Asked for a link to a new password", group: "accounts" },
  "password.reset": { text: "Set a new password by a link", group: "accounts" },
  "password.changed": { text: "Changed their password", group: "accounts" },
  "email.change_requested": { text: "Asked for another address", group: "accounts" },
  "email.changed": { text: "Changed their address", group: "accounts" },
  "account.changed": { text: "Changed their name or time zone", group: "accounts" },
  "account.picture_changed": { text: "Changed their picture", group: "accounts" },
  "account.picture_removed": { text: "Removed their picture", group: "accounts" },
  "account.downloaded": { text: "Downloaded what is stored about them", group: "exports" },
  "person.exported": { text: "Exported what is stored about a person", group: "exports" },
  "person.row_handed_out": { text: "Exported it with everything about its person", group: "exports" },
  "enquiry.read": { text: "Read an enquiry", group: "enquiries" },
  "enquiry.exported": { text: "Exported enquiries", group: "exports" },
  "consent.exported": { text: "Exported the ledger of consent", group: "exports" },
  "audit.exported": { text: "Exported the audit log", group: "exports" },
  "person.erased": { text: "Erased what is stored about a person", group: "erasures" },
  "visitors.erased": {
    text: "Visitors had what was stored of them erased",
    group: "erasures",
    nobody: "Somebody on the site",
  },
  "enquiry.erased": { text: "Erased an enquiry", group: "erasures" },
  "post.created": { text: "Wrote an article", group: "publications" },
  "post.saved": { text: "Saved an article", group: "publications" },
  "post.published": { text: "Published an article", group: "publications" },
  "post.cover_stored": { text: "Stored a cover", group: "publications" },
  "post.cover_drawn": { text: "Drew the cover of an article", group: "publications" },
  "post.unscheduled": { text: "Took back the schedule of an article", group: "publications" },
  "post.revision_named": { text: "Named a revision of an article", group: "publications" },
  "post.archived": { text: "Withdrew an article", group: "publications" },
  "post.ended": { text: "An article ended at its time", group: "publications", nobody: site },
  "post.trashed": { text: "Put an article into the trash", group: "publications" },
  "post.restored": { text: "Took an article out of the trash", group: "publications" },
  "post.deleted": { text: "Deleted an article for good", group: "publications" },
  "post.put_back": { text: "Put an article back to how it stood", group: "publications" },
  "post.tagged": { text: "Gave an article a tag", group: "publications" },
  "post.untagged": { text: "Took a tag off an article", group: "publications" },
  "post.imported": { text: "Imported an article", group: "publications" },
  "import.started": { text: "Began an import of articles", group: "publications" },
  "import.finished": { text: "Finished an import of articles", group: "publications" },
  "import.undone": { text: "Took back an import of articles", group: "publications" },
  "page.deleted": { text: "Deleted a page that an import had brought", group: "publications" },
  "picture.restored": { text: "Put back a picture out of an export", group: "publications" },
  "site.exported": { text: "Exported all articles with their pictures", group: "exports" },
  "topic.created": { text: "Made an author, a category or a tag", group: "publications" },
  "topic.changed": { text: "Changed an author, a category or a tag", group: "publications" },
  "topic.handed_over": { text: "Took articles from an author, category or tag", group: "publications" },
  "topic.merged": { text: "Joined two authors, categories or tags", group: "publications" },
  "topic.deleted": { text: "Deleted an author, a category or a tag", group: "publications" },
  "media.added": { text: "Added a file to the media library", group: "publications" },
  "media.described": { text: "Described a file of the media library", group: "publications" },
  "media.widths_made": { text: "Made smaller versions of a picture", group: "publications" },
  "media.replaced": { text: "Replaced a file of the media library", group: "publications" },
  "media.deleted": { text: "Deleted a file of the media library", group: "publications" },
  "media.restored": { text: "Took back a file of the media library", group: "publications" },
  "job.created": { text: "Wrote an opening", group: "publications" },
  "job.saved": { text: "Saved an opening", group: "publications" },
  "job.published": { text: "Published an opening", group: "publications" },
  "job.closed": { text: "Closed an opening", group: "publications" },
  "job.extended": { text: "Moved the end of an opening", group: "publications" },
  "job.put_back": { text: "Took back a change of an opening", group: "publications" },
  "application.opened": { text: "Opened an application for the first time", group: "applications" },
  "application.read": { text: "Read an application", group: "applications" },
  "application.moved": { text: "Moved an application to another stage", group: "applications" },
  "application.assigned": { text: "Assigned an application", group: "applications" },
  "application.tagged": { text: "Changed the tags of an application", group: "applications" },
  "application.noted": { text: "Wrote a note about an application", group: "applications" },
  "application.file_viewed": { text: "Viewed a file of an application", group: "applications" },
  "application.file_downloaded": { text: "Downloaded a file of an application", group: "applications" },
  "application.figures_exported": { text: "Exported figures about hiring", group: "applications" },
  "interview.proposed": { text: "Proposed times for an interview", group: "applications" },
  "interview.booked": { text: "Booked an interview", group: "applications" },
  "interview.changed": { text: "Changed an interview", group: "applications" },
  "interview.picked": { text: "Picked a time for an interview", group: "applications", nobody: "A candidate" },
  "interview.declined": { text: "Said that no proposed time suits them", group: "applications", nobody: "A candidate" },
  "interview.held": { text: "Noted that an interview was held", group: "applications" },
  "interview.missed": { text: "Noted that a candidate did not come", group: "applications" },
  "interview.cancelled": { text: "Cancelled an interview", group: "applications" },
  "scorecard.saved": { text: "Saved the draft of a scorecard", group: "applications" },
  "scorecard.sent": { text: "Sent a scorecard", group: "applications" },
  "scorecard.corrected": { text: "Corrected a scorecard", group: "applications" },
  "candidate.merged": { text: "Put two candidates together as one person", group: "applications" },
  "candidate.parted": { text: "Parted candidates that were one person", group: "applications" },
  "application.mailed": { text: "Wrote a mail to a candidate", group: "applications" },
  "application.mail_withdrawn": { text: "Took a mail to a candidate back before it left", group: "applications" },
  "application.mail_sent_again": { text: "Sent a mail to a candidate again", group: "applications" },
  "application.mail_accepted": {
    text: "Marked a mail about an application that failed as seen",
    group: "applications",
  },
  "application.reply_added": { text: "Added the reply of a candidate", group: "applications" },
  "application.reply_removed": { text: "Removed the reply of a candidate", group: "applications" },
  "mail_template.created": { text: "Made a template for mails", group: "applications" },
  "mail_template.changed": { text: "Changed a template for mails", group: "applications" },
  "mail_template.deleted": { text: "Deleted a template for mails", group: "applications" },
  "mail_template.restored": { text: "Brought a template for mails back", group: "applications" },
  "application.text_asked": { text: "Had the text of a document read again", group: "applications" },
  "enquiry.changed": { text: "Changed an enquiry", group: "enquiries" },
  "enquiry.marked_spam": { text: "Moved an enquiry to spam", group: "enquiries" },
  "enquiry.cleared_of_spam": { text: "Moved an enquiry out of spam", group: "enquiries" },
  "application.withdrawn": {
    text: "Withdrew an application, which erased it",
    group: "erasures",
    nobody: "A candidate",
  },
  "application.sealed": {
    text: "Withdrew an application that a legal hold keeps",
    group: "erasures",
    nobody: "A candidate",
  },
  "application.keep_asked": { text: "Asked a candidate whether an application may be kept", group: "applications" },
  "application.keep_answered": {
    text: "Answered whether an application may be kept",
    group: "applications",
    nobody: "A candidate",
  },
  "hold.set": { text: "Set a legal hold", group: "erasures" },
  "hold.released": { text: "Released a legal hold", group: "erasures" },
  "application.seeded": { text: "Made demo applications", group: "applications", nobody: site },
  "enquiry.seeded": { text: "Made demo enquiries", group: "enquiries", nobody: site },
  "mail.sent_again": { text: "Sent a mail again", group: "enquiries" },
  "signing_key.rotated": { text: "Replaced the key that signs access tokens", group: "upkeep", nobody: operator },
  "signing_key.revoked": { text: "Revoked a key that signs access tokens", group: "upkeep", nobody: operator },
  "backup.restored": { text: "Restored a backup", group: "upkeep", nobody: operator },
  "dead_letter.sent_again": { text: "Sent a failed message again", group: "upkeep" },
  "dead_letter.deleted": { text: "Deleted a failed message", group: "upkeep" },
  "dead_letter.all_deleted": { text: "Deleted all failed messages", group: "upkeep" },
  "dead_letter.seeded": { text: "Made demo failed messages", group: "upkeep", nobody: site },
};

/** Why an entry is worth a look. */
const unusualNames: Readonly<Record<Unusual, string>> = {
  "new country": "New country",
  "many failures": "Many failures",
  "many exports": "Many exports",
  "copied session": "Copied session",
  "account taken over": "Account taken over",
};

/** The words of an action. A newer version of the site may have written one that this one does not know. */
export function nameAction(action: string): Pick<ActionWords, "text" | "nobody"> {
  return Object.hasOwn(actionWords, action) ? actionWords[action as AuditAction] : { text: action };
}

/** Why an entry is unusual, in words; null when it is not. */
export function nameUnusual(unusual: string | null): string | null {
  if (unusual === null) return null;
  return Object.hasOwn(unusualNames, unusual) ? unusualNames[unusual as Unusual] : unusual;
}

/** The actions of a group. */
export function listActions(group: ActionGroup): string[] {
  return Object.entries(actionWords).flatMap(([action, words]) => (words.group === group ? [action] : []));
}
