import { useRef, useState } from "react";
import { Form, Link, useNavigation } from "react-router";
import {
  longestMailBody,
  longestMailSubject,
  longestTemplateName,
  mailTemplateKinds,
} from "#shared/hiring/mail-template.ts";
import { fillMail } from "#shared/hiring/mail-variables.ts";
import { readAnswer, type Refusal } from "#shared/pages/refusal.ts";
import { brand } from "#app/content/brand.ts";
import { Button, nameButton } from "#app/staff-kit/button.tsx";
import { KitInput, KitSelect, KitTextArea, KitOptions } from "#app/staff-kit/field.tsx";
import { InsertVariable } from "./insert-variable.tsx";
import type { OpenTemplate } from "./load-templates.ts";
import "./recipes.ts";

interface FormProps {
  /** Null where it was opened by a form that was refused, and is gone. */
  template: OpenTemplate | null;
  refusal: Refusal | null;
  /** The address of the page. */
  path: string;
}

/** What a mail is filled in with for the example. */
const example = {
  candidate: "Ada Example",
  "first name": "Ada",
  job: "Cloud platform engineer",
  sender: "Hana Recruit",
  company: brand.name,
  reference: "4F0A-91C2",
};

/** One template, and how a mail from it reads. */
export function TemplateForm({ template, refusal, path }: FormProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const isBusy = useNavigation().formData?.get("do") === "save";
  const answered = (name: "name" | "kind" | "subject" | "body") =>
    readAnswer(refusal?.answers, name) ?? template?.[name] ?? "";
  const problem = (name?: string) => refusal?.problems.find(({ field }) => field === name)?.message;
  const [body, setBody] = useState(answered("body"));
  const id = readAnswer(refusal?.answers, "id") ?? template?.id ?? "";
  return (
    <Form
      method="post"
      action={id ? `${path}?open=${id}` : `${path}?open=new`}
      preventScrollReset
      className="mails-form mails-template: content-start max-w-640px xl:mt-0 xl:pl-20px xl:border-l-1px-line"
      aria-label={template?.id ? `Template ${template.name}` : "New template"}
      noValidate
      onSubmit={(event) => isBusy && event.preventDefault()}
    >
      <h2>{template?.id ? template.name : "New template"}</h2>
      {refusal && (
        <p className="mails-refused" role="alert">
          {problem() ?? refusal.title}
        </p>
      )}
      <input type="hidden" name="id" value={id} />
      {/* After a refusal: the version that was read, so that somebody else's change is not lost. */}
      <input type="hidden" name="version" value={template?.version ?? ""} />
      <KitInput
        label="Name"
        error={problem("name")}
        name="name"
        autoComplete="off"
        maxLength={longestTemplateName}
        defaultValue={answered("name")}
      />
      <KitSelect
        label="For"
        error={problem("kind")}
        hint="A rejection can only be sent to who is rejected, and never by itself."
        name="kind"
        defaultValue={answered("kind")}
      >
        <KitOptions of={Object.entries(mailTemplateKinds).map(([key, name]) => ({ value: key, name }))} />
      </KitSelect>
      <KitInput
        label="Subject"
        error={problem("subject")}
        hint="The reference of the application follows it."
        name="subject"
        autoComplete="off"
        maxLength={longestMailSubject}
        defaultValue={answered("subject")}
      />
      <KitTextArea
        label="Text"
        error={problem("body")}
        ref={area}
        name="body"
        rows={12}
        maxLength={longestMailBody}
        defaultValue={answered("body")}
        onInput={({ currentTarget }) => setBody(currentTarget.value)}
      />
      <InsertVariable find={() => area.current} onInsert={() => setBody(area.current?.value ?? "")} />
      <div className="kit-row mails-foot">
        <Link className={nameButton({ kind: "ghost" })} to={path}>
          Close
        </Link>
        <Button kind="primary" type="submit" name="do" value="save" isBusy={isBusy}>
          Save
        </Button>
      </div>
      {body.trim() !== "" && <Example body={body} />}
    </Form>
  );
}

/** How a mail from the template reads. */
function Example({ body }: { body: string }) {
  return (
    <div className="mails-preview" role="region" aria-label="Example">
      <h3>Example</h3>
      <p className="mails-text">
        {fillMail(body, example).map(({ text, kind }, at) =>
          kind === "typed" ? (
            text
          ) : (
            // oxlint-disable-next-line react/no-array-index-key -- pieces of one text, in its order
            <mark key={at}>{text}</mark>
          ),
        )}
      </p>
    </div>
  );
}
