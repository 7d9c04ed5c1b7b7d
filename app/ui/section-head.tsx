// Bundle: site
import type { ReactNode } from "react";

interface SectionHeadProps {
  id: string;
  title: ReactNode;
  note?: ReactNode;
}

/** A section's heading at the left and a note at the right, aligned with its last line. `id` is the heading's id. */
export function SectionHead({ id, title, note }: SectionHeadProps) {
  return (
    <div className="section-head">
      <h2 id={id} className="d2">
        {title}
      </h2>
      {note && <p className="muted">{note}</p>}
    </div>
  );
}
