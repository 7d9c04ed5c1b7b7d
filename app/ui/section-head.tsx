import type { ReactNode } from "react";

interface SectionHeadProps {
  id: string;
  title: ReactNode;
  note?: ReactNode;
}

/** A section's heading at the left and a note at the right, standing on its last line. `id` names the section. */
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
