import { mailDraftsKey } from "#shared/hiring/mail-drafts.ts";

/** A mail that was typed and not sent. */
export interface DeviceDraft {
  used: string;
  subject: string;
  body: string;
}

interface Stored {
  /** Whose drafts they are: somebody else in this tab has none of them. */
  account: string;
  drafts: Record<string, DeviceDraft>;
}

/**
 * What somebody typed and has not sent, by application, for as long as the tab is open: it outlives a reload and the end of
 * the session. Where the browser stores nothing there are no drafts.
 */
export function readDraft(account: string, application: string): DeviceDraft | null {
  return readStored(account).drafts[application] ?? null;
}

/** Keeps the draft, or with null forgets it. */
export function keepDraft(account: string, application: string, draft: DeviceDraft | null): void {
  const { [application]: before, ...others } = readStored(account).drafts;
  if (draft === null && before === undefined) return;
  write({ account, drafts: draft === null ? others : { ...others, [application]: draft } });
}

/** Forgets the draft about an application that is gone, whoever wrote it. */
export function forgetDraft(application: string): void {
  const stored = parse();
  if (stored?.drafts[application]) keepDraft(stored.account, application, null);
}

function readStored(account: string): Stored {
  const stored = parse();
  return stored?.account === account ? stored : { account, drafts: {} };
}

function parse(): Stored | null {
  try {
    return JSON.parse(sessionStorage.getItem(mailDraftsKey) ?? "null") as Stored | null;
  } catch {
    return null;
  }
}

function write(stored: Stored): void {
  try {
    if (Object.keys(stored.drafts).length === 0) sessionStorage.removeItem(mailDraftsKey);
    else sessionStorage.setItem(mailDraftsKey, JSON.stringify(stored));
  } catch {
    // The page has it still.
  }
}
