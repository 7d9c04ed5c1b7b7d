import "./progress.css";

interface ProgressProps {
  /** What is in progress, such as 'Reading articles'. */
  label: string;
  /** How much is done of `max`. */
  value: number;
  max?: number;
  /** Beside the share: rate, time left, failures. */
  note?: string;
  /** In a row of a table: thinner, and its label is read out only. */
  isDense?: boolean;
}

/** How far something has come. */
export function Progress({ label, value, max = 100, note, isDense = false }: ProgressProps) {
  const share = Math.min(100, Math.max(0, Math.round((value / max) * 100)));
  const bar = <progress className="kit-progress" value={value} max={max} aria-label={label} />;
  if (isDense)
    return (
      <span className="kit-progress-dense">
        {bar}
        <span>{share} %</span>
      </span>
    );
  return (
    <div className="kit-progress-block">
      <p>
        <b>{label}</b>
        <span>{note}</span>
        <span>{share} %</span>
      </p>
      {bar}
    </div>
  );
}
