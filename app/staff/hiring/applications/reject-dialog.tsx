import { useId } from "react";
import { Button } from "#app/staff-kit/button.tsx";
import { closeDialog, Dialog } from "#app/staff-kit/dialog.tsx";
import type { Card } from "./board-view.ts";
import { EndFields } from "./end-fields.tsx";

interface RejectDialogProps {
  card: Card | null;
  onClose: () => void;
  onReject: (card: Card, end: { end: string; note: string; writes: boolean }) => void;
}

/** Asks why the application of a card is rejected, before it is. */
export function RejectDialog({ card, onClose, onReject }: RejectDialogProps) {
  const id = useId();
  const form = `${id}-form`;
  return (
    <Dialog
      id={id}
      title={card ? `Reject ${card.name}` : "Reject"}
      isOpen={card !== null}
      onClose={onClose}
      confirm={
        <Button kind="danger" type="submit" form={form}>
          Reject 1 application
        </Button>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          const fields = new FormData(event.currentTarget);
          closeDialog(event.currentTarget);
          const [end, note] = [String(fields.get("end")), String(fields.get("note"))];
          if (card) onReject(card, { end, note, writes: fields.has("write") && end.startsWith("rejected:") });
          event.currentTarget.reset();
        }}
      >
        <EndFields form={form} canWrite />
      </form>
    </Dialog>
  );
}
