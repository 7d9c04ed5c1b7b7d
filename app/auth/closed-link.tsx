import type { ReactNode } from "react";
import { Link } from "react-router";
import { brand } from "#app/content/brand.ts";
import { AuthShell } from "./auth-shell.tsx";
import "./recipes.ts";

interface ClosedLinkProps {
  state: "over" | "failed";
  /** How to get another, in a sentence. */
  hint: string;
  /** The link or button that leads there. */
  children: ReactNode;
}

/** In place of a link's page: the link is over, or nobody knows just now. */
export function ClosedLink({ state, hint, children }: ClosedLinkProps) {
  if (state === "failed")
    return (
      <AuthShell title="Not just now" lead="The link could not be looked up. Nothing has changed, and it still works.">
        <div className="auth-ways">
          <Link className="btn btn-accent" to="" reloadDocument>
            Try again
          </Link>
        </div>
      </AuthShell>
    );
  return (
    <AuthShell
      title="This link no longer works"
      lead="It was used already, it has been replaced, or its time has passed."
    >
      <p>{hint}</p>
      <div className="auth-ways">{children}</div>
    </AuthShell>
  );
}

/** What the browser and search engines are told of a link's page. */
export function buildLinkMeta(title: string, state: "open" | "over" | "failed" | undefined) {
  const shown = state === "open" ? title : "This link no longer works";
  return [{ title: `${shown} | ${brand.name}` }, { name: "robots", content: "noindex" }];
}
