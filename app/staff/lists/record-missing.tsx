import type { ReactNode } from "react";
import { Link } from "react-router";
import { nameButton } from "#app/staff-kit/button.tsx";
import { SidePanel } from "#app/staff-kit/side-panel.tsx";
import { EmptyState, ErrorState } from "#app/staff-kit/states.tsx";

interface RecordMissingProps {
  /** What it is: "enquiry". */
  noun: string;
  /** The database did not answer, so it may exist. */
  isUnread: boolean;
  /** What may have become of it: "erased". */
  gone: string;
  /** Its own address; without it there is nothing to try again. */
  own?: string;
  /** Where its list is, and what a link there says: "Go to the inbox". */
  close: string;
  back: string;
}

/** Stands where there is no record to show. */
export function RecordMissing({ noun, isUnread, gone, own, close, back }: RecordMissingProps) {
  const goBack = (
    <Link className={nameButton()} to={close}>
      {back}
    </Link>
  );
  const tryAgain = own && (
    <Link className={nameButton({ kind: "primary" })} to={own} reloadDocument>
      Try again
    </Link>
  );
  return isUnread ? (
    <ErrorState title={`The ${noun} could not be read just now`} action={tryAgain ?? goBack}>
      Nothing is lost. Please try again in a minute.
    </ErrorState>
  ) : (
    <EmptyState title={`No such ${noun}`} action={goBack}>
      It may have been {gone}, or the address is not complete.
    </EmptyState>
  );
}

/** The same in the panel beside the list. `children`: what was typed and is not saved. */
export function MissingPanel({ children, ...missing }: RecordMissingProps & { children?: ReactNode }) {
  const { noun, isUnread, close } = missing;
  const name = noun[0]?.toUpperCase() + noun.slice(1);
  return (
    <SidePanel name={name} title={nameMissing(noun, isUnread)} close={close}>
      <RecordMissing {...missing} />
      {children}
    </SidePanel>
  );
}

/** For the title of the page: "Enquiry not found". */
export function nameMissing(noun: string, isUnread = false): string {
  return `${noun[0]?.toUpperCase()}${noun.slice(1)} not ${isUnread ? "read" : "found"}`;
}
