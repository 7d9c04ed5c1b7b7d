import { Link } from "react-router";
import { nameButton } from "#app/staff-kit/button.tsx";
import { SidePanel } from "#app/staff-kit/side-panel.tsx";
import { EmptyState, ErrorState } from "#app/staff-kit/states.tsx";
import type { EnquiryLinks } from "./open-list.ts";

interface EnquiryMissingProps {
  /** The database did not answer, so it may exist. */
  isUnread: boolean;
  /** The note of a form that was posted after the enquiry was erased, or while the database did not answer. */
  note: string | undefined;
  links: EnquiryLinks;
}

/** Stands in the panel where there is no enquiry to show. */
export function EnquiryMissing({ isUnread, note, links }: EnquiryMissingProps) {
  return (
    <SidePanel name="Enquiry" title={isUnread ? "Enquiry not read" : "Enquiry not found"} close={links.close}>
      {isUnread ? (
        <ErrorState
          title="The database did not answer"
          action={
            <Link className={nameButton({ kind: "primary" })} to={links.own} reloadDocument>
              Try again
            </Link>
          }
        >
          The enquiry could not be read just now. Nothing is lost. Please try again in a minute.
        </ErrorState>
      ) : (
        <EmptyState
          title="Nothing at this address"
          action={
            <Link className={nameButton()} to={links.close}>
              Go to the inbox
            </Link>
          }
        >
          It may have been erased, or the address is not complete.
        </EmptyState>
      )}
      {note && (
        <section aria-labelledby="unsaved">
          <h3 id="unsaved">Your note, which was not saved</h3>
          <p className="enquiry-note">{note}</p>
        </section>
      )}
    </SidePanel>
  );
}
