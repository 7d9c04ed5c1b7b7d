// Bundle: staff
import type { ReactNode } from "react";
import "./recipes.ts";

interface PageHeadProps {
  title: string;
  /** One sentence, with the numbers that matter. */
  children?: ReactNode;
  /** At the right: one primary button at most. */
  actions?: ReactNode;
}

/** The head of a staff page. */
export function PageHead({ title, children, actions }: PageHeadProps) {
  return (
    <div className="staff-head">
      <h1>{title}</h1>
      {children && <p>{children}</p>}
      {actions && <div className="staff-head-actions">{actions}</div>}
    </div>
  );
}
