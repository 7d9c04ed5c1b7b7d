// Bundle: staff
import type { FormEvent, ReactNode } from "react";
import { Form } from "react-router";
import { Button } from "./button.tsx";
import { countThings } from "./count.ts";
import { closeDialog, Dialog, type DialogProps } from "./dialog.tsx";

interface ConfirmDialogProps extends Pick<DialogProps, "id" | "title" | "isOpen" | "onClose"> {
  /** What will be lost or sent, and whether it can be undone. */
  children: ReactNode;
  summary?: ReactNode;
  /** With `count` and `noun` it names the button: 'Delete 3 articles'. */
  verb: string;
  /** Null where the number is not known: 'Delete selected articles'. */
  count: number | null;
  noun: string | readonly [one: string, many: string];
  /** The safe answer; "Cancel" unless the verb says just that. */
  keep?: string;
  /** `danger` for what cannot be undone. */
  tone?: "plain" | "danger";
  /** Hidden fields of the form; a name with several values is sent once for each. */
  fields?: Readonly<Record<string, string | readonly string[]>>;
  /** Where the form posts to; left out, to the page's own address. */
  action?: string;
  /** Called instead of sending the form. */
  onConfirm?: () => void;
  /** Sends another form of the page, with this name and value, instead of one of its own. */
  submit?: { form: string; name: string; value: string };
}

/** Asks before something happens, and names it on the button with its number. The safe answer has the focus. */
export function ConfirmDialog({ verb, count, noun, tone = "plain", children, fields, ...props }: ConfirmDialogProps) {
  const { id, title, summary, keep, action, onConfirm, submit, isOpen, onClose } = props;
  const form = `${id}-form`;
  const [one, many = `${one}s`] = typeof noun === "string" ? [noun] : noun;
  const what = count === null ? `selected ${many}` : countThings(count, one, many);

  function confirm(event: FormEvent<HTMLFormElement>) {
    closeDialog(event.currentTarget);
    if (!onConfirm) return;
    event.preventDefault();
    onConfirm();
  }

  return (
    <Dialog
      id={id}
      title={title}
      summary={summary}
      {...(isOpen !== undefined && { isOpen })}
      {...(onClose && { onClose })}
      keep={keep}
      confirm={
        <Button
          kind={tone === "danger" ? "danger" : "primary"}
          type="submit"
          form={form}
          {...(submit && { ...submit, onClick: ({ currentTarget }) => closeDialog(currentTarget) })}
        >
          {`${verb} ${what}`}
        </Button>
      }
    >
      {children}
      {!submit && (
        <Form id={form} method="post" {...(action && { action })} onSubmit={confirm} hidden>
          {Object.entries(fields ?? {}).flatMap(([name, values]) =>
            [values].flat().map((value) => <input key={`${name} ${value}`} type="hidden" name={name} value={value} />),
          )}
        </Form>
      )}
    </Dialog>
  );
}
