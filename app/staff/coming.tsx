import type { ReactNode } from "react";
import { EmptyState } from "#app/staff-kit/states.tsx";
import { ThemedArt } from "#app/ui/art.tsx";
import { emptyArt } from "./art.ts";
import { PageHead } from "./page-head.tsx";
import type { StaffPage } from "./staff-page.ts";
import "./coming.css";

interface ComingProps {
  page: StaffPage;
  art: keyof typeof emptyArt;
  /** The title of the empty place, such as 'No articles yet'. */
  title: string;
  children: ReactNode;
  /** What the page will hold: a word and a sentence each. */
  parts: readonly { name: string; text: string }[];
  /** Where readers can go meanwhile. */
  action?: ReactNode;
}

/** A page whose tool is not built yet: says what will be there. */
export function Coming({ page, art, title, children, parts, action }: ComingProps) {
  return (
    <>
      <PageHead title={page.name}>{page.line}</PageHead>
      <div className="coming staff-wide">
        <EmptyState title={title} action={action} art={<ThemedArt art={emptyArt[art]} width={104} height={104} />}>
          {children}
        </EmptyState>
        <section aria-labelledby="coming-parts">
          <h2 id="coming-parts">What will be here</h2>
          <dl>
            {parts.map((part) => (
              <div key={part.name}>
                <dt>{part.name}</dt>
                <dd>{part.text}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </>
  );
}
