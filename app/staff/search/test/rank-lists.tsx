import { Link } from "react-router";
import { nameButton } from "#app/staff-kit/button.tsx";
import { Tag } from "#app/staff-kit/tag.tsx";
import type { FusedRow, TestRow } from "./test-view.ts";
import "../recipes.ts";
import "#app/staff/analytics/recipes.ts";

interface Lit {
  /** Key of the document that is lit in all lists. */
  lit: string | null;
  light: (key: string | null) => void;
}

interface RankListProps extends Lit {
  title: string;
  note: string;
  rows: readonly TestRow[];
  none: string;
}

/** One ranking, by the score of its own. */
export function RankList({ title, note, rows, none, lit, light }: RankListProps) {
  return (
    <section className="ranking">
      <h2>
        {title} <small>{note}</small>
      </h2>
      {rows.length === 0 && <p className="panel-none">{none}</p>}
      <ol>
        {rows.map((row) => (
          <li key={row.key} data-lit={row.key === lit || undefined} onPointerEnter={() => light(row.key)}>
            <div className="ranking-line">
              <span className="ranking-rank">{row.rank}</span>
              <a href={row.to} title={row.title}>
                {row.title}
              </a>
              <span>{row.score}</span>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

interface FusedListProps extends Lit {
  note: string;
  rows: readonly FusedRow[];
}

/** What visitors see: both rankings fused, each with its passage. */
export function FusedList({ note, rows, lit, light }: FusedListProps) {
  return (
    <section className="ranking ranking-fused: lt-md:-order-1">
      <h2>
        Both together <small>what visitors see</small>
      </h2>
      {rows.length === 0 && <p className="panel-none">Nothing is found.</p>}
      <ol>
        {rows.map((row) => (
          <li key={row.key} data-lit={row.key === lit || undefined} onPointerEnter={() => light(row.key)}>
            <div className="ranking-line">
              <span className="ranking-rank">{row.rank}</span>
              <a href={row.to} title={row.title}>
                {row.title}
              </a>
              <span>
                words {row.lexical}, meaning {row.vector}
              </span>
              <span>{row.score}</span>
            </div>
            <p className="ranking-passage: pl-28px text-ink-2 text-13 leading-1.125rem [&_mark]:text-ink [&_mark]:font-600 [&_mark]:bg-none">
              {row.isPinned && <Tag icon="check">Pinned</Tag>}{" "}
              <small>{[row.kind, row.trail].filter(Boolean).join(" › ")}</small>{" "}
              {row.passage.map((piece, place) =>
                // oxlint-disable-next-line react/no-array-index-key -- the pieces keep their places
                place % 2 === 1 ? <mark key={place}>{piece}</mark> : piece,
              )}
            </p>
            <p className="ranking-explain: p-[4px_0_6px_28px]">
              <Link
                className={nameButton({ kind: "ghost", isSmall: true })}
                to={row.explainTo}
                aria-expanded={row.isExplained}
                aria-label={`Explain ${row.title}`}
                preventScrollReset
              >
                {row.isExplained ? "Explained below" : "Explain"}
              </Link>
            </p>
          </li>
        ))}
      </ol>
      <p className="panel-none">{note}</p>
    </section>
  );
}
