import type { ReactNode } from "react";

/** The title of a staff page, with optional text below. */
export function PageHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="staff-head">
      <h1>{title}</h1>
      {children && <p>{children}</p>}
    </div>
  );
}
