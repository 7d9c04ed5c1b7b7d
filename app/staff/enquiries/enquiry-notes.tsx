import type { EnquiryView } from "./enquiry-view.ts";
import { LocalTime } from "#app/ui/local-time.tsx";
import "../recipes.ts";
import "./recipes.ts";

/** The notes of staff on an enquiry, the oldest first. */
export function EnquiryNotes({ notes }: Pick<EnquiryView, "notes">) {
  if (notes.length === 0) return <p className="staff-text">Nobody has written a note yet.</p>;
  return (
    <ol className="enquiry-notes: [&_li]:py-12px [&_li]:border-b-1px-line [&_li]:-mx-16px [&_li]:px-16px [&_li]:bg-warn-bg">
      {notes.map(({ id, note, author, written }) => (
        <li key={id}>
          <p className="enquiry-by">
            {author}, <LocalTime at={written} />
          </p>
          <p className="enquiry-note">{note}</p>
        </li>
      ))}
    </ol>
  );
}
