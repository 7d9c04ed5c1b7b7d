import { Button } from "#app/staff-kit/button.tsx";
import { ConfirmDialog } from "#app/staff-kit/confirm-dialog.tsx";
import { countThings } from "#app/staff-kit/count.ts";
import { closeDialog, Dialog, DialogTrigger } from "#app/staff-kit/dialog.tsx";
import { rowForm } from "#app/staff-kit/list/list-strip.tsx";
import { Menu } from "#app/staff-kit/menu.tsx";
import { Properties } from "#app/staff-kit/side-panel.tsx";
import { LocalTime } from "#app/ui/local-time.tsx";
import { type MessageRow, nameDialog } from "./message-rows.tsx";

const lost = "The work it stands for is never done. This cannot be undone.";

/** The whole message, and the question before it is deleted. Both open without script. */
export function MessageDialogs({ message }: { message: MessageRow }) {
  const { id, queue, body, queued, received, attempts, what, why } = message;
  return (
    <>
      <Dialog
        id={nameDialog("message", id)}
        title="Failed message"
        place="side"
        className="message-dialog"
        summary={body === null ? "Without its body it cannot be sent again." : "If it fails again, it comes back here."}
        actions={
          <>
            <DialogTrigger dialog={nameDialog("delete", id)} kind="danger">
              Delete…
            </DialogTrigger>
            <Button
              kind="primary"
              type="submit"
              form={rowForm}
              name="do"
              value={`send-again ${id}`}
              unavailable={body === null ? "It was too long to keep." : undefined}
              onClick={({ currentTarget }) => closeDialog(currentTarget)}
            >
              Send again
            </Button>
          </>
        }
      >
        <Properties
          rows={[
            { name: "What failed", value: what },
            { name: "Why", value: why },
            { name: "Queue", value: queue },
            { name: "Tries", value: attempts ?? "Not known" },
            { name: "Sent", value: <LocalTime at={queued} /> },
            { name: "Given up", value: <LocalTime at={received} /> },
          ]}
        />
        {body !== null && (
          <details className="message-body: mt-12px">
            <summary>The message itself, for who looks into it (JSON)</summary>
            {/* Can be scrolled, so it has to be reached by keyboard. */}
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above */}
            <pre tabIndex={0}>{body}</pre>
          </details>
        )}
      </Dialog>
      <ConfirmDialog
        id={nameDialog("delete", id)}
        title="Delete this message?"
        summary={`From the queue ${queue}.`}
        verb="Delete"
        count={1}
        noun="message"
        tone="danger"
        fields={{ do: `delete ${id}` }}
      >
        <p>{lost}</p>
      </ConfirmDialog>
    </>
  );
}

interface AllMessagesProps {
  /** The queue that is chosen; "" for all. */
  queue: string;
  /** How many there are in it. */
  meant: number;
  /** How many of them can be sent again. */
  sendable: number;
  /** How many are sent again at once, at most. */
  sentAtOnce: number;
  /** When the last of them came, in epoch milliseconds: what comes later, nobody has seen. */
  newest: number;
}

/** What can be done with every message there is, or every one of the chosen queue, beyond the page in sight. */
export function AllMessages({ queue, meant, sendable, sentAtOnce, newest }: AllMessagesProps) {
  const isPart = sendable > sentAtOnce;
  const which = queue === "" ? "messages" : `messages of ${queue}`;
  const fields = { until: String(newest), queue };
  const send = { name: "Send all again…", icon: "upload", dialog: "messages-send" } as const;
  const remove = { name: "Delete all…", icon: "trash", tone: "danger", dialog: "messages-delete" } as const;
  return (
    <>
      <Menu
        label={queue === "" ? "All messages" : "All of this queue"}
        items={sendable === 0 ? [remove] : [send, remove]}
      />
      {sendable > 0 && (
        <ConfirmDialog
          id="messages-send"
          title={isPart ? `Send the oldest ${sentAtOnce} ${which} again?` : `Send all ${which} again?`}
          summary="Nothing is done twice by that."
          verb="Send"
          count={isPart ? sentAtOnce : sendable}
          noun="message"
          fields={{ do: "send-all", ...fields }}
        >
          {isPart && <p>{sendable} messages can be sent. Send the others after these.</p>}
          {sendable < meant && (
            <p>{countThings(meant - sendable, "message")} cannot be sent: too long to keep, or without a queue.</p>
          )}
          <p>The messages go back to their queues. Those that fail again come back here.</p>
        </ConfirmDialog>
      )}
      <ConfirmDialog
        id="messages-delete"
        title={`Delete all ${which}?`}
        summary="What arrives after you opened this page stays."
        verb="Delete"
        count={meant}
        noun="message"
        tone="danger"
        fields={{ do: "delete-all", ...fields }}
      >
        <p>The work they stand for is never done. This cannot be undone.</p>
      </ConfirmDialog>
    </>
  );
}
