/**
 * Web vitals are counted in steps, so that days add up: of 10 ms up to a second, of 50 ms up to five, of 250 ms beyond, and
 * of 0.01 for CLS. A measurement belongs to the step at whose upper end it is or that it has not reached, so each limit of
 * `vitalLimits` lies between two steps, and what is read from sums is what is read from the visits.
 */
import { sql } from "kysely";
import type { Sql } from "../insert-rows.ts";
import { type Vital, vitals } from "./types.ts";

/** Milliseconds up to which a step is this wide. */
const widths = [
  { upTo: 1000, width: 10 },
  { upTo: 5000, width: 50 },
  { upTo: Infinity, width: 250 },
] as const;

/** The same with where they begin, and the place of the step that ends there. */
const bands = [
  { from: 0, first: 0, ...widths[0] },
  { from: 1000, first: 100, ...widths[1] },
  { from: 5000, first: 180, ...widths[2] },
] as const;

/** Steps of CLS in one. */
const stepsOfLayout = 100;

/** The upper end of the step that a measurement is in, as the reports show it. */
export function roundUp(vital: Vital, value: number): number {
  if (vital === "cls") return Math.ceil(Math.round(value * 1000) / 10) / stepsOfLayout;
  const { width } = widths.find(({ upTo }) => value <= upTo) ?? widths[2];
  return Math.ceil(value / width) * width;
}

/**
 * SQL of the place of the step with this number among all steps, from 0 for a measurement of 0; of a vital by its place in `vitals`.
 */
export function findPlace(code: Sql, step: Sql): Sql {
  const places = bands.map(
    ({ from, upTo, width }) =>
      sql`max(0, ${upTo === Infinity ? step : sql`min(${step}, ${sql.lit(upTo)})`} - ${sql.lit(from)}) / ${sql.lit(width)}`,
  );
  return sql`iif(${code} = ${sql.lit(vitals.indexOf("cls"))}, ${step}, ${sql.join(places, sql` + `)})`;
}

/** The upper end of the step at this place. */
export function readPlace(vital: Vital, place: number): number {
  if (vital === "cls") return place / stepsOfLayout;
  const band = bands.findLast(({ first }) => place >= first) ?? bands[0];
  return band.from + (place - band.first) * band.width;
}

/** The number of a step: its upper end in milliseconds, of CLS in hundredths. `vital` and `value` are SQL. */
export function findStep(vital: Sql, value: Sql): Sql {
  const up = (width: number) => sql`(${value} + ${sql.lit(width - 1)}) / ${sql.lit(width)} * ${sql.lit(width)}`;
  const [first, second, last] = widths;
  return sql`iif(${vital} = 'cls', (cast(${value} * 1000 + 0.5 as integer) + 9) / 10,
    iif(${value} <= ${sql.lit(first.upTo)}, ${up(first.width)},
      iif(${value} <= ${sql.lit(second.upTo)}, ${up(second.width)}, ${up(last.width)})))`;
}

/** The place of a vital in `vitals`; -1 for what is none. `vital` is SQL. */
export function findCode(vital: Sql): Sql {
  const codes = vitals.map((name, code) => sql`when ${sql.lit(name)} then ${sql.lit(code)}`);
  return sql`case ${vital} ${sql.join(codes, sql` `)} else -1 end`;
}
