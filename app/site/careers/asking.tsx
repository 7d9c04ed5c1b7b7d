import { careers } from "#app/content/pages/careers.ts";
import { SectionHead } from "#app/ui/section-head.tsx";
import { MarkedList } from "../parts/marked-list.tsx";

/** What interviewers ask, and beside it what they never ask. */
export function Asking() {
  const { title, ask, neverAsk, note } = careers.asking;
  return (
    <section className="section" aria-labelledby="asking">
      <div className="wrap">
        <SectionHead id="asking" title={title} note={note} />
        <div className="asking">
          {ask.length > 0 && (
            <div>
              <h3 className="h4">We ask</h3>
              <MarkedList items={ask} mark="i-ph-check-bold" />
            </div>
          )}
          {neverAsk.length > 0 && (
            <div>
              <h3 className="h4">We never ask</h3>
              <MarkedList items={neverAsk} mark="i-ph-x-bold" />
            </div>
          )}
        </div>
      </div>
    </section>
  );
}
