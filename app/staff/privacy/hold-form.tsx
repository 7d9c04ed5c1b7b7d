import { useId } from "react";
import { Form, useNavigation } from "react-router";
import { Button } from "#app/staff-kit/button.tsx";
import { closeDialog, Dialog, DialogTrigger } from "#app/staff-kit/dialog.tsx";
import { KitTextArea } from "#app/staff-kit/field.tsx";
import { toFieldId } from "#app/ui/field-frame.tsx";
import { page } from "./page.ts";
import "./recipes.ts";
import "../recipes.ts";

/** What a form about a hold is about: an application or an address that is to be held, or a hold that ends. */
export type HoldTarget = { application: string } | { email: string } | { hold: string };

const words = {
  hold: {
    open: "Hold…",
    verb: "Hold",
    title: "Keep this by law?",
    what: "While a hold is on, neither retention nor an erasure nor the candidate deletes it.",
    hint: "Why, such as the claim and its reference. Do not name the person.",
  },
  release: {
    open: "Release…",
    verb: "Release",
    title: "Release this hold?",
    what: "Then what is due, or was withdrawn, is deleted within an hour.",
    hint: "Why the duty is over. Do not name the person.",
  },
};

interface HoldFieldsProps {
  target: HoldTarget;
  id: string;
  error?: string | undefined;
  /** What was typed in a form that came back. */
  reason?: string;
}

function HoldFields({ target, id, error, reason }: HoldFieldsProps) {
  const intent = "hold" in target ? "release" : "hold";
  const [[name, value] = ["", ""]] = Object.entries(target);
  return (
    <Form id={id} method="post" action={page.path} onSubmit={(event) => closeDialog(event.currentTarget)}>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name={name} value={value} />
      <KitTextArea
        label="Reason"
        hint={words[intent].hint}
        error={error}
        id={reason === undefined ? undefined : toFieldId("reason")}
        name="reason"
        rows={3}
        maxLength={1000}
        defaultValue={reason}
        required
      />
    </Form>
  );
}

/** A button, and the dialog that asks for the reason of a hold or of its end. */
export function HoldDialog({ target, isSmall = false }: { target: HoldTarget; isSmall?: boolean }) {
  const ids = { dialog: useId(), form: useId() };
  const intent = "hold" in target ? "release" : "hold";
  const { open, verb, title, what } = words[intent];
  return (
    <>
      <DialogTrigger dialog={ids.dialog} isSmall={isSmall}>
        {open}
      </DialogTrigger>
      <Dialog
        id={ids.dialog}
        title={title}
        confirm={
          <Button kind="primary" type="submit" form={ids.form}>
            {verb}
          </Button>
        }
      >
        <p>{what}</p>
        <HoldFields id={ids.form} target={target} />
      </Dialog>
    </>
  );
}

/** The form of a hold that was refused, with what was typed. */
export function RefusedHold({
  target,
  reason,
  error,
}: {
  target: HoldTarget;
  reason: string;
  error: string | undefined;
}) {
  const id = useId();
  const isBusy = useNavigation().state === "submitting";
  const { title, verb } = words["hold" in target ? "release" : "hold"];
  return (
    <section className="privacy-held" aria-label={title}>
      <HoldFields id={id} target={target} reason={reason} error={error} />
      <div className="staff-actions">
        <Button kind="primary" type="submit" form={id} isBusy={isBusy}>
          {verb}
        </Button>
      </div>
    </section>
  );
}
