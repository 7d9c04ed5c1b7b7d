import { Link } from "react-router";
import "./recipes.ts";

interface BarProps {
  name: string;
  /** Such as the title of a page. */
  title?: string | null;
  /** In per cent. */
  width: number;
  /** Null for a row that leads nowhere. */
  to: string | null;
}

/** The name of a row over a bar. */
export function Bar({ name, title, width, to }: BarProps) {
  const face = (
    <>
      <svg width="100%" height="100%" aria-hidden="true">
        <rect width={`${width}%`} height="100%" rx="6" />
      </svg>
      <span>{name}</span>
    </>
  );
  if (to === null) return <span className="bar">{face}</span>;
  return (
    <Link className="bar" to={to} title={title ? `${name} – ${title}` : name} preventScrollReset>
      {face}
    </Link>
  );
}
