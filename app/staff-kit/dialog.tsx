// Bundle: staff
import { type ReactNode, useEffect, useId, useRef } from "react";
import { Button, nameButton, type ButtonLook } from "./button.tsx";
import { Icon } from "./icon.tsx";
import "./recipes.ts";
import "./dialog.css";

export interface DialogProps {
  /** What a `DialogTrigger` opens. */
  id: string;
  title: string;
  children: ReactNode;
  /** A sentence at the foot that sums up what will happen. */
  summary?: ReactNode;
  /** The buttons at the foot, the one that does it last. Without any there is no foot. */
  actions?: ReactNode;
  /** Instead of `actions`: the button that does it. Before it stands one that closes the dialog. */
  confirm?: ReactNode;
  /** What that one says; "Cancel" if left out. */
  keep?: ReactNode;
  /** `side`: at the right, so that the rows it is about stay in sight. */
  place?: "centre" | "side";
  /** Opens and closes it from outside. Leave it out where a `DialogTrigger` does so, which needs no script. */
  isOpen?: boolean;
  onClose?: () => void;
  className?: string;
}

/**
 * A modal dialog: the browser's own, which traps the focus, closes on Escape and hands the focus back. Its first
 * control is focused. What floats inside, such as a calendar, is not cut off.
 */
export function Dialog({ id, title, children, summary, actions, place = "centre", ...props }: DialogProps) {
  const { isOpen, onClose, className = "", confirm, keep } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const element = dialog.current;
    if (isOpen === undefined || !element || element.open === isOpen) return;
    if (isOpen) element.showModal();
    else element.close();
  }, [isOpen]);

  return (
    <dialog
      ref={dialog}
      id={id}
      className={`kit-dialog kit-float kit-dialog-${place} ${className}`.trim()}
      aria-labelledby={titleId}
      onClose={onClose}
    >
      <div className="kit-dialog-box: relative flex flex-col max-h-[inherit]">
        <h2 id={titleId}>{title}</h2>
        {/* A list that scrolls can be scrolled by keyboard. */}
        <div className="kit-dialog-body: grid gap-14px min-h-0 p-[14px_20px] overflow-auto">{children}</div>
        {(actions ?? confirm) && (
          <div className="kit-dialog-foot: flex gap-8px items-center p-[12px_20px] border-t-1px-line [&>p]:flex-1 [&>p]:min-w-0 [&>p]:text-ink-2 [&>p]:text-13 [&>p]:leading-1.125rem lt-md:flex-wrap lt-md:[justify-content:flex-end] lt-md:[&>p]:[flex-basis:100%]">
            <p>{summary}</p>
            {actions}
            {confirm && <DialogCancel dialog={id}>{keep}</DialogCancel>}
            {confirm}
          </div>
        )}
        {/* Last in the order of the keyboard, so that the first field or button has the focus. */}
        <button
          type="button"
          className={`${nameButton({ kind: "ghost", isIconOnly: true })} kit-dialog-close`}
          command="close"
          commandfor={id}
          aria-label="Close"
        >
          <Icon name="x" />
        </button>
      </div>
    </dialog>
  );
}

/** Opens the dialog with that id, without script too. */
export function DialogTrigger({ dialog, children, ...look }: ButtonLook & { dialog: string; children: ReactNode }) {
  return (
    <Button {...look} command="show-modal" commandfor={dialog} aria-haspopup="dialog">
      {children}
    </Button>
  );
}

/** Closes the dialog with that id and changes nothing. */
export function DialogCancel({ dialog, children = "Cancel" }: { dialog: string; children?: ReactNode }) {
  return (
    <Button kind="ghost" command="close" commandfor={dialog}>
      {children}
    </Button>
  );
}

/** Closes the dialog around `element`, if there is one. */
export function closeDialog(element: Element | null): void {
  element?.closest("dialog")?.close();
}
