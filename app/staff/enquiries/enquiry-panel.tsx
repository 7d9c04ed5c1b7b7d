import { useId } from "react";
import { Form } from "react-router";
import { readOwn } from "#shared/text/read-own.ts";
import type { Refusal } from "#shared/pages/refusal.ts";
import { Button } from "#app/staff-kit/button.tsx";
import { ConfirmDialog } from "#app/staff-kit/confirm-dialog.tsx";
import { SidePanel } from "#app/staff-kit/side-panel.tsx";
import { Tabs } from "#app/staff-kit/tabs.tsx";
import { Tag } from "#app/staff-kit/tag.tsx";
import { countThings } from "#app/staff-kit/count.ts";
import { DoneNotice } from "#app/staff-kit/done-notice.tsx";
import type { RecordLinks } from "#app/staff/lists/open-list.ts";
import { FormSummary } from "#app/ui/form-summary.tsx";
import { EnquiryFacts } from "./enquiry-facts.tsx";
import { EnquiryMails } from "./enquiry-mails.tsx";
import { EnquiryNotes } from "./enquiry-notes.tsx";
import type { EnquiryView } from "./enquiry-view.ts";
import { NoteField } from "./note-field.tsx";
import { useHandling } from "./use-handling.ts";

interface EnquiryPanelProps {
  view: EnquiryView;
  /** What the last form has done, as its redirect says it. */
  done: string | null;
  mayErase: boolean;
  mayAudit: boolean;
  /** Why the last change was refused. */
  refused: Refusal | null;
  links: RecordLinks;
}

const doneWords: Readonly<Record<string, string>> = {
  saved: "Saved.",
  handled: "Stored.",
  spam: "Moved to the spam folder.",
  inbox: "Moved to the inbox. The mails about it are on their way.",
  sent: "The mail is due again and leaves as soon as mail can be sent.",
};

/** One enquiry: how it stands, what was written, and the forms that change it. */
export function EnquiryPanel({ view, done, mayErase, mayAudit, refused, links }: EnquiryPanelProps) {
  const ids = { save: useId(), move: useId(), erase: useId() };
  const handling = useHandling(view, refused, links.own);
  const { isSending, onSubmit } = handling;
  const isSpam = view.folder === "spam";
  return (
    <>
      <SidePanel
        name={view.reference}
        title={view.subject}
        {...links}
        actions={[
          isSpam
            ? { name: "Not spam", icon: "not-spam", submit: { form: ids.move } }
            : { name: "Move to spam", icon: "spam", submit: { form: ids.move } },
          ...(mayAudit ? [{ name: "Who saw this", icon: "eye", to: `/audit-log?q=${view.id}` } as const] : []),
          ...(mayErase
            ? ([{ kind: "separator" }, { name: "Erase…", icon: "trash", tone: "danger", dialog: ids.erase }] as const)
            : []),
        ]}
        foot={<NoteField {...{ view, refused, handling }} form={ids.save} />}
      >
        <DoneNotice text={refused ? null : (readOwn(doneWords, done ?? "") ?? null)} />
        {refused && !isSending && <FormSummary title={refused.title} problems={refused.problems} />}
        <p // One enquiry, in the panel.
          className="enquiry-sender: wrap-anywhere"
        >
          <b>{view.name}</b>
          {view.company && `, ${view.company}`} {view.isDemo && <Tag>Demo</Tag>}
        </p>
        {isSpam && <SpamNotice reasons={view.reasons} form={ids.move} />}
        <EnquiryFacts view={view} handling={handling} form={ids.save} />
        <Tabs
          label={`Enquiry ${view.reference}`}
          tabs={[
            {
              id: "message",
              name: "Message",
              content: (
                <p // One enquiry, in the panel.
                  className="enquiry-message: wrap-anywhere whitespace-pre-wrap"
                >
                  {view.message}
                </p>
              ),
            },
            { id: "notes", name: "Notes", count: view.notes.length, content: <EnquiryNotes notes={view.notes} /> },
            {
              id: "mails",
              name: "Mails",
              count: view.mails.length,
              content: <EnquiryMails view={view} action={links.own} />,
            },
          ]}
        />
      </SidePanel>
      <Form id={ids.save} method="post" action={links.own} onSubmit={onSubmit}>
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="version" value={view.version} />
      </Form>
      <Form id={ids.move} method="post" action={links.own} onSubmit={onSubmit}>
        <input type="hidden" name="intent" value={isSpam ? "not-spam" : "spam"} />
        <input type="hidden" name="version" value={view.version} />
      </Form>
      {mayErase && (
        <ConfirmDialog
          id={ids.erase}
          title="Erase this enquiry?"
          summary={`${view.reference} from ${view.name}`}
          verb="Erase"
          count={1}
          noun="enquiry"
          tone="danger"
          fields={{ intent: "erase", version: String(view.version) }}
          action={links.own}
        >
          <p>
            It goes with {countThings(view.notes.length, "note")} and {countThings(view.mails.length, "mail")}. Mails
            that have left stay in the mailboxes they reached. This cannot be undone.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Why it was taken for spam, and the button to move it out of the folder. */
function SpamNotice({ reasons, form }: { reasons: readonly string[]; form: string }) {
  return (
    <div className="inbox-warning: grid gap-6px justify-items-start p-[10px_12px] text-warn bg-warn-bg rounded-control">
      <b>Taken for spam.</b>
      {reasons.length > 0 ? (
        <ul>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      ) : (
        " Somebody of the staff moved it here."
      )}
      <Button type="submit" form={form} isSmall icon="not-spam">
        Not spam
      </Button>
    </div>
  );
}
