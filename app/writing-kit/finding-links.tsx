import { Icon } from "#app/staff-kit/icon.tsx";

interface FindingLinksProps<Place> {
  findings: readonly { level: string; text: string; place: Place }[];
  /** Leads to a place; `link` is what was pressed. */
  lead: (place: Place, link: HTMLElement) => void;
}

/** What is to be put right before a text is published: what keeps it from that first. Hints are in the panel alone. */
export function FindingLinks<Place>({ findings, lead }: FindingLinksProps<Place>) {
  const shown = findings.filter(({ level }) => level !== "hint");
  if (shown.length === 0) return null;
  return (
    <ul className="article-checks: grid gap-6px [&>li]:flex [&>li]:gap-8px [&_button]:text-left [&_button]:underline [&_button]:underline-offset-3px">
      {shown.map(({ level, text, place }) => (
        <li key={`${JSON.stringify(place)} ${text}`} data-level={level}>
          <Icon name={level === "error" ? "warning" : "info"} />
          <button type="button" onClick={({ currentTarget }) => lead(place, currentTarget)}>
            <span className="kit-unseen">{level === "error" ? "Must be fixed: " : "Could be better: "}</span>
            {text}
          </button>
        </li>
      ))}
    </ul>
  );
}
