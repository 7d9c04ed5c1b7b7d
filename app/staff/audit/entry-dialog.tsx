import { Link } from "react-router";
import { buildDefaultListState, buildListPath } from "#shared/pages/list.ts";
import { nameButton } from "#app/staff-kit/button.tsx";
import { closeDialog, Dialog } from "#app/staff-kit/dialog.tsx";
import { Properties } from "#app/staff-kit/side-panel.tsx";
import { LocalTime } from "#app/ui/local-time.tsx";
import { auditList } from "./audit-list.ts";
import { type AuditRow, nameDialog, SubjectLink } from "./audit-rows.tsx";

const everything = buildDefaultListState(auditList);

/** All that one entry says. Opens without script. */
export function EntryDialog({ row }: { row: AuditRow }) {
  const { id, at, person, what, action, subject, subjectId, unusual, device, place, requestId, detail } = row;
  const facts = [
    { name: "Time", value: <LocalTime at={at} /> },
    { name: "Person", value: person },
    { name: "What", value: `${what} (${action})` },
    unusual !== null && { name: "Unusual", value: unusual },
    subject !== null && { name: "To what", value: <SubjectLink subject={subject} /> },
    subjectId !== null && { name: "Its id", value: subjectId },
    device !== null && { name: "Device", value: device },
    place !== null && { name: "Place", value: place },
    ...detail.map(({ name, value }) => ({ name: toLabel(name), value })),
    { name: "Request", value: requestId ?? "None" },
  ];
  return (
    <Dialog
      id={nameDialog(id)}
      title="Entry of the audit log"
      place="side"
      className="audit-dialog: [&_dd]:wrap-anywhere"
      summary="Nobody can change an entry or delete it before its time."
      actions={
        <>
          {row.actorId !== null && (
            <ListLink to={buildListPath(auditList, everything, { filters: { person: row.actorId } })}>
              All by this person
            </ListLink>
          )}
          {subjectId !== null && (
            <ListLink to={buildListPath(auditList, everything, { words: subjectId })}>All about this</ListLink>
          )}
        </>
      }
    >
      <Properties rows={facts.filter((fact) => fact !== false)} />
    </Dialog>
  );
}

/** 'Publish at' for publishAt or publish_at. */
function toLabel(name: string): string {
  const words = name.replaceAll("_", " ").replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function ListLink({ to, children }: { to: string; children: string }) {
  return (
    <Link className={nameButton()} to={to} onClick={({ currentTarget }) => closeDialog(currentTarget)}>
      {children}
    </Link>
  );
}
