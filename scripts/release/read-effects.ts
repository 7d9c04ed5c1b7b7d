import { unstable_splitSqlQuery as splitStatements } from "wrangler";

/** What a migration does to code that was written before it. */
export interface Effect {
  /** "adds" and "fills" leave the former code what it uses; "changes" may not, and "removes" does not. */
  kind: "adds" | "fills" | "changes" | "removes";
  /** Such as "drops the table insight_terms". */
  what: string;
}

const name = String.raw`(?:IF (?:NOT )?EXISTS )?["\`[]?(\w+)["\`\]]?`;
const rules: readonly (readonly [RegExp, (found: string[]) => Effect])[] = [
  [
    new RegExp(`^CREATE (?:VIRTUAL )?TABLE ${name}`, "i"),
    ([table]) => ({ kind: "adds", what: `adds the table ${table}` }),
  ],
  [new RegExp(`^CREATE VIEW ${name}`, "i"), ([view]) => ({ kind: "adds", what: `adds the view ${view}` })],
  [
    new RegExp(`^CREATE UNIQUE INDEX ${name} ON ${name}`, "i"),
    ([, table]) => ({ kind: "changes", what: `allows some rows of ${table} once only` }),
  ],
  [new RegExp(`^CREATE INDEX ${name}`, "i"), ([index]) => ({ kind: "adds", what: `adds the index ${index}` })],
  [
    new RegExp(`^CREATE TRIGGER ${name}[^]*?\\bON ${name}[^]*\\bRAISE\\b`, "i"),
    ([, table]) => ({ kind: "changes", what: `refuses some changes of ${table}` }),
  ],
  [new RegExp(`^CREATE TRIGGER ${name}`, "i"), ([trigger]) => ({ kind: "adds", what: `adds the trigger ${trigger}` })],
  [
    new RegExp(`^ALTER TABLE ${name} ADD (?:COLUMN )?${name}`, "i"),
    ([table, column]) => ({ kind: "adds", what: `adds ${table}.${column}` }),
  ],
  [
    new RegExp(`^ALTER TABLE ${name} DROP (?:COLUMN )?${name}`, "i"),
    ([table, column]) => ({ kind: "removes", what: `drops ${table}.${column}` }),
  ],
  [
    new RegExp(`^ALTER TABLE ${name} RENAME TO ${name}`, "i"),
    ([from, to]) => ({ kind: "removes", what: `renames the table ${from} to ${to}` }),
  ],
  [
    new RegExp(`^ALTER TABLE ${name} RENAME (?:COLUMN )?${name}`, "i"),
    ([table, column]) => ({ kind: "removes", what: `renames ${table}.${column}` }),
  ],
  [
    new RegExp(`^DROP (?:TABLE|VIEW) ${name}`, "i"),
    ([table]) => ({ kind: "removes", what: `drops the table ${table}` }),
  ],
  [
    new RegExp(`^DROP (?:INDEX|TRIGGER) ${name}`, "i"),
    ([index]) => ({ kind: "fills", what: `drops ${index}, which no code names` }),
  ],
  [
    new RegExp(`^(?:WITH [^]*)?(?:INSERT (?:OR \\w+ )?INTO|REPLACE INTO|UPDATE(?: OR \\w+)?|DELETE FROM) ${name}`, "i"),
    ([table]) => ({ kind: "fills", what: `changes rows of ${table}` }),
  ],
  [/^(?:PRAGMA|ANALYZE|SELECT)\b()/i, () => ({ kind: "fills", what: "sets or reads what concerns no code" })],
];

/** What the statements of a migration do, each thing once. */
export function readEffects(sql: string): Effect[] {
  const effects = splitStatements(sql).map((statement) => readStatement(tidy(statement)));
  const whole = joinRebuilds(effects);
  return whole.filter(({ what }, at) => whole.findIndex((other) => other.what === what) === at);
}

const tidy = (statement: string) =>
  statement
    .replaceAll(/--[^\n]*/g, " ")
    .replaceAll(/\/\*[^]*?\*\//g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

function readStatement(statement: string): Effect {
  for (const [pattern, describe] of rules) {
    const found = pattern.exec(statement);
    if (found) return describe(found.slice(1));
  }
  return { kind: "changes", what: `does something that is not known here: ${statement.slice(0, 60)}` };
}

/** A table that is made anew, filled and given the name of the one that was dropped has changed, and is not gone. */
function joinRebuilds(effects: readonly Effect[]): Effect[] {
  const said = new Set(effects.map(({ what }) => what));
  return effects.map((effect) => {
    const renamed = /^renames the table (\w+) to (\w+)$/.exec(effect.what);
    if (renamed && said.has(`adds the table ${renamed[1]}`) && said.has(`drops the table ${renamed[2]}`))
      return { kind: "changes", what: `makes the table ${renamed[2]} anew` };
    const dropped = /^drops the table (\w+)$/.exec(effect.what)?.[1];
    const isBack =
      dropped !== undefined &&
      (said.has(`adds the table ${dropped}`) ||
        effects.some(({ what }) => what.startsWith("renames the table ") && what.endsWith(` to ${dropped}`)));
    return isBack ? { kind: "changes", what: `makes the table ${dropped} anew` } : effect;
  });
}
