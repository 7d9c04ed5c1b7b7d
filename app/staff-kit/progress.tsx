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
  const bar = (
    <progress
      className="kit-progress: block w-full h-8px overflow-hidden bg-surface-2 border-0 rounded-full appearance-none [&::-webkit-progress-bar]:bg-surface-2 [&::-webkit-progress-value]:bg-c1 [&::-webkit-progress-value]:rounded-full [&::-moz-progress-bar]:bg-c1 [&::-moz-progress-bar]:rounded-full [.kit-progress-dense>&]:w-80px [.kit-progress-dense>&]:h-6px forced:border-1px-[CanvasText] forced:[forced-color-adjust:none] forced:[&::-webkit-progress-value]:[background:Highlight]"
      value={value}
      max={max}
      aria-label={label}
    />
  );
  if (isDense)
    return (
      <span className="kit-progress-dense: inline-flex gap-8px items-center text-13">
        {bar}
        <span>{share} %</span>
      </span>
    );
  return (
    <div className="kit-progress-block: grid gap-6px [&>p]:flex [&>p]:flex-wrap [&>p]:gap-[0_12px] [&_span]:text-ink-2 [&_b]:mr-auto [&_b]:font-600">
      <p>
        <b>{label}</b>
        <span>{note}</span>
        <span>{share} %</span>
      </p>
      {bar}
    </div>
  );
}
