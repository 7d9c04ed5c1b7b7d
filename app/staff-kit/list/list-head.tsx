import type { ReactNode } from "react";

/** The title of a page that is a list, a sentence with the numbers that matter, and the actions at its end. */
export function ListHead({ title, children, actions }: { title: string; children?: ReactNode; actions?: ReactNode }) {
  return (
    <header className="list-head">
      <h1>{title}</h1>
      <div className="list-head-line">{children}</div>
      {actions && <div className="list-head-actions">{actions}</div>}
    </header>
  );
}
