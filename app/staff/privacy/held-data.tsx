import { useEffect, useRef } from "react";
import { Form } from "react-router";
import { Button } from "#app/staff-kit/button.tsx";
import { countThings } from "#app/staff-kit/count.ts";
import { closeDialog, Dialog, DialogTrigger } from "#app/staff-kit/dialog.tsx";
import { Tag } from "#app/staff-kit/tag.tsx";
import { TableHead } from "#app/staff-kit/table-head.tsx";
import { FileForm } from "#app/staff/file-form.tsx";
import type { Found } from "./answer-request.ts";
import { HoldDialog } from "./hold-form.tsx";
import { page } from "./page.ts";
import { ProofsList } from "./proofs-list.tsx";
import "./recipes.ts";
import "../recipes.ts";

/** What is held under an address, by kind, and what can be done with it. Takes the focus when it appears. */
export function HeldData({ found: { email, kinds, proofs, hold, isHeld } }: { found: Found }) {
  const section = useRef<HTMLElement>(null);
  const total = kinds.reduce((sum, { count }) => sum + count, 0);

  useEffect(() => section.current?.focus(), []);

  return (
    <section ref={section} className="privacy-held" aria-labelledby="held" tabIndex={-1}>
      <h2 id="held">{total === 0 ? `Nothing is held under ${email}` : `Held under ${email}`}</h2>
      {total === 0 ? (
        <>
          <p className="staff-text">Ask the person which other addresses they use, and look those up too.</p>
          {hold === null && (
            <div className="staff-actions">
              <HoldDialog target={{ email }} />
            </div>
          )}
        </>
      ) : (
        <>
          <table className="kit-table privacy-table">
            <caption>{countThings(total, "record")}</caption>
            <TableHead names={["Kind", "Records"]} />
            <tbody>
              {kinds.map(({ name, count }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{count}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {isHeld && (
            <p className="staff-text">
              <Tag tone="warn" icon="warning">
                Legal hold
              </Tag>{" "}
              Something of this is held, so nothing can be erased until the hold is released.
            </p>
          )}
          <div className="staff-actions">
            <FileForm action="/privacy-requests.json">
              <input type="hidden" name="email" value={email} />
              <Button type="submit">Download as JSON</Button>
            </FileForm>
            <FileForm action="/privacy-requests.zip">
              <input type="hidden" name="email" value={email} />
              <Button type="submit">Download as ZIP</Button>
            </FileForm>
            {hold === null && <HoldDialog target={{ email }} />}
            <DialogTrigger
              dialog="erase-person"
              kind="danger"
              {...(isHeld && { unavailable: "A legal hold keeps it. Release that first." })}
            >
              Erase…
            </DialogTrigger>
          </div>
          <EraseDialog email={email} />
        </>
      )}
      {proofs.length > 0 && <ProofsList proofs={proofs} />}
    </section>
  );
}

/**
 * Asks before a person is erased. A `ConfirmDialog` names on its button how many are erased. Here that is not known
 * before: of somebody who works here some records stay.
 */
function EraseDialog({ email }: { email: string }) {
  return (
    <Dialog
      id="erase-person"
      title={`Erase what is held under ${email}?`}
      summary="This cannot be undone."
      keep="Keep it"
      confirm={
        <Button kind="danger" type="submit" form="erase-person-form">
          Erase for good
        </Button>
      }
    >
      <p>Mails that have not left are not sent any longer. What stays:</p>
      <ul className="privacy-stays: pl-18px list-disc">
        <li>An account with a role, until its roles are taken away.</li>
        <li>Entries of the audit log, and the proof of this erasure. They name nobody.</li>
        <li>Mails in the mailboxes that they have reached.</li>
      </ul>
      <Form
        id="erase-person-form"
        method="post"
        action={page.path}
        onSubmit={(event) => closeDialog(event.currentTarget)}
        hidden
      >
        <input type="hidden" name="intent" value="erase" />
        <input type="hidden" name="email" value={email} />
      </Form>
    </Dialog>
  );
}
