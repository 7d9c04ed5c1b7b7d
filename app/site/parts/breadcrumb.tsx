// Bundle: site
import { labels } from "#app/content/labels.ts";
import { Link } from "react-router";
import type { Crumb } from "#app/content/page-types.ts";

interface BreadcrumbProps {
  /** The pages above this one, from the top. */
  trail: readonly Crumb[];
  /** The name of this page. */
  here: string;
}

/** The pages above this one, and its name. */
export function Breadcrumb({ trail, here }: BreadcrumbProps) {
  return (
    <nav aria-label={labels.breadcrumb}>
      <ol className="crumb">
        {trail.map(({ to, name }) => (
          <li key={to}>
            <Link to={to} prefetch="intent" viewTransition>
              {name}
            </Link>
            <span className="i-ph-caret-right" aria-hidden="true" />
          </li>
        ))}
        <li aria-current="page">{here}</li>
      </ol>
    </nav>
  );
}
