import type { EffectView } from "./effect-view.ts";
import "#app/staff/analytics/recipes.ts";

/** What a change would do to searches: the first ten of each, before and after. */
export function Effect({ view: { summary, changed, unchanged } }: { view: EffectView }) {
  return (
    <div
      className="search-effect: grid gap-8px max-w-900px mt-16px [&_ol]:pl-22px [&_ol]:list-decimal [&_summary]:min-h-28px [&_[data-move='up']]:text-success [&_[data-move='new']]:text-success [&_[data-move='down']]:text-warn"
      role="status"
    >
      <h3>What it changes</h3>
      <p>{summary} Nothing is saved yet.</p>
      {changed.map(({ text, from, before, after, gone }) => (
        <details key={text} open={changed.length <= 3}>
          <summary>
            <b>{text}</b> {from && <small>{from}</small>}
          </summary>
          <div className="search-two: grid grid-cols-[repeat(2,_minmax(0,_1fr))] gap-[12px_24px] lt-md:grid-cols-[minmax(0,_1fr)]">
            <div>
              <h4>Now</h4>
              {before.length === 0 ? <p className="panel-none">Nothing is found.</p> : <Titles titles={before} />}
            </div>
            <div>
              <h4>Then</h4>
              {after.length === 0 ? (
                <p className="panel-none">Nothing is found.</p>
              ) : (
                <ol>
                  {after.map(({ title, move }) => (
                    <li key={title}>
                      {title} {move && <small data-move={move.split(" ")[0]}>{move}</small>}
                    </li>
                  ))}
                </ol>
              )}
              {gone.length > 0 && <p className="panel-none">No longer among the first ten: {gone.join("; ")}.</p>}
            </div>
          </div>
        </details>
      ))}
      {unchanged.length > 0 && <p className="panel-none">As before: {unchanged.join("; ")}.</p>}
    </div>
  );
}

function Titles({ titles }: { titles: readonly string[] }) {
  return (
    <ol>
      {titles.map((title) => (
        <li key={title}>{title}</li>
      ))}
    </ol>
  );
}
