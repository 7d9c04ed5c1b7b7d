import { useEffect, useId, useRef } from "react";
import { Button } from "#app/staff-kit/button.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { MailAnswer, MailFields } from "./mail-answer.ts";
import "./recipes.ts";

interface PreviewProps {
  preview: NonNullable<MailAnswer["preview"]>;
  typed: MailFields;
  /** Where the HTML of the mail comes from. */
  action: string;
}

/** The mail as it will leave: its text with what was filled in marked, and its HTML in a frame where nothing runs. */
export function MailPreview({ preview, typed, action }: PreviewProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const hasScript = useHydrated();
  useEffect(() => {
    if (!preview.subject) return;
    // The frame is a document of its own: the form leads there, not this page.
    form.current?.submit();
    title.current?.focus();
  }, [preview]);
  return (
    <div className="mails-preview" role="region" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`} ref={title} tabIndex={-1}>
        Preview
      </h3>
      <dl>
        <dt>To</dt>
        <dd>{preview.to}</dd>
        <dt>Answers to</dt>
        <dd>{preview.replyTo}</dd>
        <dt>Subject</dt>
        <dd>{preview.subject}</dd>
      </dl>
      <p className="mails-text">
        {preview.body.map(({ text, kind }, at) =>
          kind === "typed" ? (
            text
          ) : (
            // oxlint-disable-next-line react/no-array-index-key -- pieces of one text, in its order
            <mark key={at}>{text}</mark>
          ),
        )}
      </p>
      {preview.body.some(({ kind }) => kind === "link") && (
        <p className="kit-hint">
          The private link is made when the mail is sent. The conversation keeps “(private link)” in its place.
        </p>
      )}
      <form ref={form} method="post" action={action} target={`${id}-frame`}>
        <input type="hidden" name="subject" value={typed.subject} />
        <input type="hidden" name="body" value={typed.body} />
        {!hasScript && (
          <Button type="submit" isSmall>
            Show as HTML
          </Button>
        )}
      </form>
      <iframe
        className="mails-frame: block w-full h-320px mt-10px [background:var(--paper)] border-1px-line rounded-10px"
        name={`${id}-frame`}
        title="The mail as HTML"
        sandbox=""
      />
    </div>
  );
}
