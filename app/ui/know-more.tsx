// Bundle: site
import { Link } from "react-router";

interface KnowMoreProps {
  to: string;
  /** What the link is about; part of the link's name but not shown. */
  subject: string;
  /** Makes the whole card the link's target. */
  stretched?: boolean;
}

/** The link at the end of a card. Opens its page at the top. */
export function KnowMore({ to, subject, stretched = false }: KnowMoreProps) {
  return (
    <Link
      to={to}
      prefetch="intent"
      viewTransition
      className={stretched ? "more stretched" : "more"}
      data-event="know-more"
    >
      Know More <span className="sr-only">about {subject}</span>
      <span className="i-ph-arrow-right" aria-hidden="true" />
    </Link>
  );
}
