import type { EffectView } from "./effect-view.ts";

/** What a change would do to searches: the first ten of each, before and after. */
export function Effect({ view: { summary, changed, unchanged } }: { view: EffectView }) {
  return (
    <div className="search-effect" role="status">
      <h3>What it changes</h3>
      <p>{summary} Nothing is saved yet.</p>
      {changed.map(({ text, from, before, after, gone }) => (
        <details key={text} open={changed.length <= 3}>
          <summary>
            <b>{text}</b> {from && <small>{from}</small>}
          </summary>
          <div className="search-two">
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
