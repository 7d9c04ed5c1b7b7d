import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { Button } from "#app/staff-kit/button.tsx";
import { DateTimeField } from "#app/staff-kit/date-time-field.tsx";
import { KitTextArea, KitInput } from "#app/staff-kit/field.tsx";
import type { ApplicationView } from "#app/staff/hiring/applications/application-view.ts";
import type { MailAnswer } from "./mail-answer.ts";
import "./recipes.ts";

interface ReplyProps {
  view: ApplicationView;
  own: string;
  answer: MailAnswer | null;
}

/** For a reply that came to the mailbox: pasted as a whole, its headers say who wrote it and when. */
export function ReplyForm({ view, own, answer }: ReplyProps) {
  // A reply that is stored leaves an empty form that is closed: another one, with nothing being sent in it.
  const [{ saved, round }, setSaved] = useState({ saved: answer, round: 0 });
  if (answer?.reply === null && answer !== saved) setSaved({ saved: answer, round: round + 1 });
  const isBusy = useNavigation().formData?.get("do") === "reply";
  const reply = answer?.reply ?? null;
  const problems = reply ? (answer?.problems ?? {}) : {};
  return (
    <details
      key={round}
      className="mails-reply: [&>summary]:w-fit [&>summary]:underline [&>summary]:underline-offset-3px pb-10px border-b-1px-line"
      open={reply !== null}
    >
      <summary>Add a reply</summary>
      <Form
        method="post"
        action={own}
        preventScrollReset
        className="mails-form"
        onSubmit={(event) => isBusy && event.preventDefault()}
      >
        <input type="hidden" name="id" value={reply?.id ?? view.mails.next.reply} />
        <KitTextArea
          label="The reply"
          hint="Paste it as it came. Lines with From, Date and Subject at its beginning are recognised."
          error={problems.reply ?? problems[""]}
          name="reply"
          rows={5}
          maxLength={20_000}
          required
          defaultValue={reply?.reply}
        />
        <KitInput
          label="From"
          error={problems.from}
          name="from"
          type="email"
          autoComplete="off"
          maxLength={254}
          defaultValue={reply?.from ?? view.email}
        />
        <DateTimeField label="Sent" name="when" hint="Empty for now." error={problems.when} isOptional />
        <div className="kit-row">
          <Button type="submit" name="do" value="reply" isBusy={isBusy}>
            Save reply
          </Button>
        </div>
      </Form>
    </details>
  );
}
