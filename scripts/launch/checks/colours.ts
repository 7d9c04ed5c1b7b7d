import { computeContrast } from "../../../app/staff/insights/cover/contrast.ts";
import { readColours } from "../../lib/tokens.ts";
import type { Fault, LaunchFacts } from "../types.ts";

/** What stands on what, and the contrast that WCAG 2.2 AA asks for: 4.5 for text, 3 for lines that mean something. */
const pairs: readonly (readonly [ink: string, ground: string, least: number])[] = [
  ...["ink", "ink-2", "ink-3"].flatMap((ink) => ["bg", "surface"].map((ground) => [ink, ground, 4.5] as const)),
  ["ink", "surface-2", 4.5],
  ["ink-2", "surface-2", 4.5],
  ["accent-text", "bg", 4.5],
  ["on-accent", "accent", 4.5],
  ["on-primary", "primary", 4.5],
  ["band-ink", "band", 4.5],
  ["band-ink-2", "band", 4.5],
  ["on-gold", "gold", 4.5],
  ...["success", "danger", "warn", "info"].map((name) => [name, `${name}-bg`, 4.5] as const),
  ["focus", "bg", 3],
  ["line-strong", "bg", 3],
];

/** Colours of app/styles/tokens.css that do not stand out from what is behind them. */
export function checkColours({ tokens }: LaunchFacts): Fault[] {
  const colour = readColours(tokens);
  const lines = tokens.split("\n");
  return (["light", "dark"] as const).flatMap((theme) =>
    pairs.flatMap(([ink, ground, least]): Fault[] => {
      const contrast = computeContrast(toSixDigits(colour(ink, theme)), toSixDigits(colour(ground, theme)));
      if (contrast >= least) return [];
      const line = lines.findIndex((each) => each.includes(`--${ink}: ${colour(ink, theme)}`)) + 1;
      return [
        {
          name: "contrast",
          where: `app/styles/tokens.css:${line || 1}`,
          what: `--${ink} on --${ground} has a contrast of ${contrast.toFixed(2)} in the ${theme} theme; ${least} is the least`,
          mend: "Make one of the two lighter or darker",
        },
      ];
    }),
  );
}

function toSixDigits(colour: string): string {
  return colour.length === 4 ? colour.replaceAll(/[0-9a-f]/gi, "$&$&") : colour;
}
