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
      <ol className="crumb: flex flex-wrap text-ink-2 text-15 [&>li]:flex [&>li]:items-center [&>li]:min-h-44px [&_a]:py-10px [&_a:hover]:underline [&_a:hover]:underline-offset-4px [&_[class*='i-ph-']]:mx-0.5rem [&_[class*='i-ph-']]:[font-size:0.8em] [&_[class*='i-ph-']]:op-60">
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
