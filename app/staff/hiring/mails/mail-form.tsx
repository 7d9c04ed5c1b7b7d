import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import { longestMailBody, longestMailSubject } from "#shared/hiring/mail-template.ts";
import { Button } from "#app/staff-kit/button.tsx";
import { KitField, KitInput, KitTextArea, KitSelect, KitOptions } from "#app/staff-kit/field.tsx";
import { useShortcut } from "#app/staff-kit/use-shortcut.ts";
import type { ApplicationView } from "#app/staff/hiring/applications/application-view.ts";
import { type DeviceDraft, keepDraft, readDraft } from "./device-drafts.ts";
import { InsertVariable } from "./insert-variable.tsx";
import type { MailAnswer } from "./mail-answer.ts";
import "./recipes.ts";
import "../applications/recipes.ts";

interface FormProps {
  view: ApplicationView;
  /** The address of the page. */
  own: string;
  answer: MailAnswer | null;
}

const empty: DeviceDraft = { used: "", subject: "", body: "" };
/** Problems that have a field of their own; all others stand above the form. */
const ownFields = new Set(["template", "subject", "body", "to"]);

/**
 * A mail to the candidate. What was typed stays on the device until the mail is sent, whatever becomes of a form; a template
 * replaces it only where the writer says so.
 */
export function MailForm({ view, own, answer }: FormProps) {
  const { mails } = view;
  const form = useRef<HTMLFormElement>(null);
  const { state, formData } = useNavigation();
  // Once there is an answer the form can be used again, though the page is still read.
  const todo = state === "submitting" ? formData?.get("do") : undefined;
  const isBusy = (name: string) => todo === name;
  const problems = answer?.fields ? answer.problems : {};
  const others = Object.entries(problems).filter(([name]) => !ownFields.has(name));
  const { offered, keep } = useMailDraft(form, view, answer);
  const asks = answer?.asks ?? offered;
  const first = answer?.fields ?? mails.start ?? empty;

  useShortcut({ keys: "c", name: "Write an e-mail", group: "This page" }, () => {
    if (form.current) findField(form.current, "subject").focus();
  });

  function submit(event: FormEvent) {
    if (todo?.toString().startsWith("mail-")) event.preventDefault();
  }

  return (
    <Form
      ref={form}
      method="post"
      action={own}
      preventScrollReset
      className="mails-form"
      aria-label="Write an e-mail"
      noValidate
      onSubmit={submit}
      onInput={keep}
    >
      {/* Enter in a field shows the mail. */}
      <button type="submit" name="do" value="mail-preview" hidden aria-hidden="true" tabIndex={-1} />
      <input type="hidden" name="id" value={answer?.fields?.id ?? mails.next.mail} />
      <input type="hidden" name="seen" value={mails.seen} />
      <input type="hidden" name="version" value={view.version} />
      <input type="hidden" name="used" defaultValue={first.used} />
      {others.length > 0 && (
        <p className="mails-refused" role="alert">
          {others.map(([, message]) => message).join(" ")}
        </p>
      )}
      <TemplateField
        templates={mails.templates}
        used={asks?.template ?? first.used}
        error={problems.template}
        isBusy={isBusy("mail-template")}
      />
      {asks && (
        <Replacement
          name={asks.name}
          onChoose={() => form.current && (findField(form.current, "template").value = asks.template)}
        />
      )}
      <p className="mails-address: [&>span]:text-ink-2 [&>span]:text-13 flex gap-12px wrap-anywhere">
        <span>To</span> {mails.to}
      </p>
      <KitInput
        label="Subject"
        error={problems.subject}
        name="subject"
        autoComplete="off"
        maxLength={longestMailSubject}
        defaultValue={first.subject}
      />
      <KitTextArea
        label="Text"
        error={problems.body}
        name="body"
        rows={9}
        maxLength={longestMailBody}
        defaultValue={first.body}
      />
      <InsertVariable find={() => form.current && findField(form.current, "body")} onInsert={keep} />
      {view.moves.length > 0 && <MoveField view={view} moved={answer?.fields?.move ?? ""} error={problems.to} />}
      <div className="kit-row mails-foot">
        <Button type="submit" kind="ghost" name="do" value="mail-preview" isBusy={isBusy("mail-preview")}>
          Preview
        </Button>
        <Button type="submit" kind="primary" name="do" value="mail-send" isBusy={isBusy("mail-send")}>
          Send
        </Button>
      </div>
    </Form>
  );
}

/** Keeps what is typed on the device, and puts into the form what the device or an answer has for it. */
function useMailDraft(
  form: RefObject<HTMLFormElement | null>,
  { id, mails }: ApplicationView,
  answer: MailAnswer | null,
) {
  const [offered, setOffered] = useState<{ template: string; name: string } | null>(null);

  function keep() {
    if (!form.current) return;
    const draft = readForm(form.current);
    keepDraft(mails.reader, id, isEmpty(draft) ? null : draft);
  }

  function put(draft: DeviceDraft) {
    if (!form.current) return;
    for (const [name, text] of Object.entries(draft)) findField(form.current, name).value = text;
    findField(form.current, "template").value = draft.used;
    keep();
  }

  /** A template that the page began with does not replace the draft on the device. */
  function begin() {
    const stored = readDraft(mails.reader, id);
    if (answer || !stored || !form.current || !isEmpty(readForm(form.current), mails.start)) return;
    put(stored);
    if (mails.start) offer(mails.start.used);
  }

  function offer(template: string) {
    const name = mails.templates.find((each) => each.id === template)?.name;
    if (name !== undefined) setOffered({ template, name });
  }

  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the page is there
  useEffect(begin, []);
  useEffect(() => {
    if (!answer || answer.fields === undefined || !form.current) return;
    setOffered(null);
    const { fields, fill } = answer;
    if (fields === null) return put(empty);
    if (fill === "put" || (fill === "offer" && isEmpty(readForm(form.current)))) return put(pick(fields));
    if (fill === "offer") return offer(fields.used);
    findField(form.current, "used").value = fields.used;
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- each answer once
  }, [answer]);

  return { offered, keep };
}

interface TemplateFieldProps {
  templates: ApplicationView["mails"]["templates"];
  /** The one that is chosen at first. */
  used: string;
  error: string | undefined;
  isBusy: boolean;
}

function TemplateField({ templates, used, error, isBusy }: TemplateFieldProps) {
  return (
    <KitField label="Template" error={error}>
      {(ties) => (
        <div className="kit-row">
          <select {...ties} className="kit-input application-assignee" name="template" defaultValue={used}>
            <option value="">No template</option>
            <KitOptions
              of={templates.map(({ id, name, kind }) => ({
                value: id,
                name: kind === "General" ? name : `${name} (${kind.toLowerCase()})`,
              }))}
            />
          </select>
          <Button type="submit" name="do" value="mail-template" isBusy={isBusy}>
            Use
          </Button>
        </div>
      )}
    </KitField>
  );
}

function Replacement({ name, onChoose }: { name: string; onChoose: () => void }) {
  return (
    <div
      className="mails-asks: flex flex-wrap gap-[6px_10px] items-center p-[8px_12px] bg-warn-bg rounded-10px [&>p]:flex-[1_1_160px]"
      role="status"
    >
      <p>“{name}” would replace what you wrote.</p>
      <Button type="submit" isSmall name="do" value="mail-replace" onClick={onChoose}>
        Replace it
      </Button>
    </div>
  );
}

interface MoveFieldProps {
  view: ApplicationView;
  moved: string;
  error: string | undefined;
}

function MoveField({ view, moved, error }: MoveFieldProps) {
  return (
    <KitSelect label="Then move to" error={error} name="move" defaultValue={moved}>
      <option value="">Stay in {view.mails.stageName}</option>
      <KitOptions of={view.moves.map(({ key, name }) => ({ value: key, name }))} />
    </KitSelect>
  );
}

function findField(form: HTMLFormElement, name: string) {
  return form.elements.namedItem(name) as HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
}

function readForm(form: HTMLFormElement): DeviceDraft {
  return pick(Object.fromEntries(Object.keys(empty).map((name) => [name, findField(form, name).value])) as never);
}

function pick({ used, subject, body }: DeviceDraft): DeviceDraft {
  return { used, subject, body };
}

/** True where nothing was typed, or nothing but what the page began with. */
function isEmpty({ subject, body }: DeviceDraft, start: { subject: string; body: string } | null = null): boolean {
  return isAs(subject, start?.subject) && isAs(body, start?.body);
}

function isAs(text: string, other = ""): boolean {
  return text.trim() === "" || text.trim() === other.trim();
}
