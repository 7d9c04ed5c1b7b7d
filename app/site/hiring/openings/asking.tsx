import { careersLife } from "#app/content/pages/careers-life.ts";
import { SectionHead } from "#app/ui/section-head.tsx";
import { MarkedList } from "#app/site/parts/marked-list.tsx";

/** What interviewers ask, and beside it what they never ask. */
export function Asking() {
  const { title, askTitle, neverAskTitle, ask, neverAsk, note } = careersLife.asking;
  return (
    <section className="section" aria-labelledby="asking">
      <div className="wrap">
        <SectionHead id="asking" title={title} note={note} />
        <div className="asking: grid gap-[48px_gutter] [&_h3]:mb-20px [&_[class*='i-ph-check']]:text-success [&_[class*='i-ph-x']]:text-danger sm:grid-cols-[1fr_1fr]">
          {ask.length > 0 && (
            <div>
              <h3 className="h4">{askTitle}</h3>
              <MarkedList items={ask} mark="i-ph-check-bold" />
            </div>
          )}
          {neverAsk.length > 0 && (
            <div>
              <h3 className="h4">{neverAskTitle}</h3>
              <MarkedList items={neverAsk} mark="i-ph-x-bold" />
            </div>
          )}
        </div>
      </div>
    </section>
  );
}
