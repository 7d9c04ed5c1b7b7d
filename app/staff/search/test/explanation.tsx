import { ScrollTable } from "../scroll-table.tsx";
import type { ExplanationView } from "./explanation-view.ts";
import "../recipes.ts";

/** Why one document stands where it stands. */
export function Explanation({ view }: { view: ExplanationView }) {
  const heads = ["Sought", "Why", "Found in (counts as)", "Passages with it", "Rarity", "Adds"];
  return (
    <section
      className="search-explanation: grid gap-8px max-w-980px pt-12px"
      id="explanation"
      aria-labelledby="explanation-title"
    >
      <h2 id="explanation-title">Why “{view.title}” stands there</h2>
      <p>
        <b>Words.</b> {view.lexical}
        {view.trail && ` Its best passage is under ${view.trail}.`}
      </p>
      {view.words.length > 0 && (
        <ScrollTable label="Words of the search in this document" heads={heads} numbers={[4, 5]}>
          {view.words.map(({ phrase, why, places, chunks, rarity, adds }) => (
            <tr key={phrase}>
              <th scope="row">{phrase}</th>
              <td>{why}</td>
              <td>{places}</td>
              <td>{chunks}</td>
              <td className="search-number">{rarity}</td>
              <td className="search-number">{adds}</td>
            </tr>
          ))}
        </ScrollTable>
      )}
      <p className="kit-hint">
        A word adds more the fewer passages have it (its rarity), the more often it stands in this one, and the shorter
        this one is. A word in the title or a heading counts more than one in the text.
      </p>
      <p>
        <b>Meaning.</b> {view.vector}
      </p>
      <p>
        <b>Fused.</b> {view.fused}. The sum decides the place; pins come first.
      </p>
    </section>
  );
}
