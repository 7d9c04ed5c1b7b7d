// Bundle: alone
import type { ReactNode } from "react";
import { Link } from "react-router";

interface PagerProps {
  /** What the pages are of, such as "Pages of accounts". */
  label: string;
  className: string;
  linkClassName?: string;
  /** Addresses of the pages beside this one; null where there is none. */
  previous: string | null;
  next: string | null;
  previousName?: string;
  nextName?: string;
  viewTransition?: boolean;
  /** Between the two links. */
  children?: ReactNode;
  /** After them. */
  more?: ReactNode;
}

/** Links from one page of a list to the pages beside it. */
export function Pager({ label, className, linkClassName, previous, next, ...rest }: PagerProps) {
  const { previousName = "Previous page", nextName = "Next page", viewTransition = false, children, more } = rest;
  const link = { className: linkClassName, viewTransition };
  return (
    <nav className={className} aria-label={label}>
      {previous && (
        <Link to={previous} rel="prev" {...link}>
          {previousName}
        </Link>
      )}
      {children}
      {next && (
        <Link to={next} rel="next" {...link}>
          {nextName}
        </Link>
      )}
      {more}
    </nav>
  );
}
