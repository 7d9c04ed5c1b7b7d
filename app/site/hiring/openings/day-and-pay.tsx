// Bundle: careers
import type { ShownDay, ShownPay } from "./format-opening.server.ts";
import "./recipes.ts";

export function PayRange({ pay: { text, per } }: { pay: ShownPay }) {
  return (
    <>
      <span className="job-whole">{text}</span> <span className="job-whole">{per}</span>
    </>
  );
}

export function Day({ day: { iso, text } }: { day: ShownDay }) {
  return (
    <time className="job-whole" dateTime={iso}>
      {text}
    </time>
  );
}
