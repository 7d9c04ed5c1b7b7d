import { useState } from "react";
import { Button } from "#app/staff-kit/button.tsx";
import { ConfirmDialog } from "#app/staff-kit/confirm-dialog.tsx";
import { Dialog, DialogTrigger } from "#app/staff-kit/dialog.tsx";
import type { MenuEntry } from "#app/staff-kit/menu-item.tsx";
import { Menu } from "#app/staff-kit/menu.tsx";
import { showToast } from "#app/staff-kit/toasts.ts";
import { TopicField } from "./field-examples.tsx";
import "./recipes.ts";

/** What opens above the page: dialogs, menus, toasts. */
export function FloatingExamples() {
  const [stage, setStage] = useState("Screening");
  return (
    <section className="gallery" aria-labelledby="floating">
      <h2 id="floating">Dialogs, menus, toasts</h2>
      <div className="kit-row">
        <DialogTrigger dialog="invite" kind="primary" icon="plus">
          Invite
        </DialogTrigger>
        <DialogTrigger dialog="delete" kind="danger" icon="trash">
          Delete…
        </DialogTrigger>
        <Menu label="Actions" items={buildActions()} />
        <Menu label="More" icon="more" isIconOnly kind="ghost" items={buildActions()} />
        <Menu label="Stage" face={stage} kind="ghost" items={buildStages(stage, setStage)} />
        <Button onClick={() => showToast({ text: "Enquiry 1037 marked as spam", undo: restore })}>
          Toast with undo
        </Button>
        <Button onClick={() => showToast({ text: "Draft saved" })}>Toast</Button>
        <Button onClick={() => showToast({ text: "The draft could not be saved.", tone: "error" })}>
          Toast of an error
        </Button>
      </div>
      <Dialog
        id="invite"
        title="Invite people"
        place="side"
        summary="2 invites, both with Marketing admin. Links end in 72 h."
        confirm={<Button kind="primary">Send 2 invites</Button>}
      >
        <TopicField name="invited-topics" />
        <label className="kit-field">
          <span className="kit-label">Note</span>
          <textarea className="kit-input" name="note" rows={3} defaultValue="You can edit articles from Monday." />
        </label>
      </Dialog>
      <ConfirmDialog
        id="delete"
        title="Delete these articles?"
        summary="3 articles and 5 pictures go for good."
        verb="Delete"
        count={3}
        noun="article"
        tone="danger"
        fields={{ id: ["1", "2", "3"] }}
        onConfirm={() => showToast({ text: "3 articles deleted", undo: restore })}
      >
        <p>Readers who follow a link to them see that they are gone. This cannot be undone.</p>
      </ConfirmDialog>
    </section>
  );
}

function restore() {
  showToast({ text: "Taken back" });
}

function buildActions(): MenuEntry[] {
  return [
    { kind: "heading", name: "Move Demo Candidate 14 to" },
    { name: "New", keys: "1", onSelect: () => showToast({ text: "Moved to New" }) },
    { name: "Screening", keys: "2", unavailable: "The candidate is here now." },
    { name: "Interview", keys: "3", onSelect: () => showToast({ text: "Moved to Interview" }) },
    { kind: "separator" },
    { name: "Open the inbox", icon: "arrow-right", to: "/marketing-admin/inbox" },
    { name: "Delete…", icon: "trash", tone: "danger", dialog: "delete" },
  ];
}

function buildStages(stage: string, choose: (stage: string) => void): MenuEntry[] {
  return ["New", "Screening", "Interview"].map((name) => ({
    name,
    isChecked: name === stage,
    onSelect: () => choose(name),
  }));
}
