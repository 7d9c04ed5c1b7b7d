/** How a command is described: its help and the reading of its options come from this alone. */
export interface Option {
  type: "string" | "boolean";
  /** What stands after it, such as "DIR". */
  value?: string;
  default?: string;
  about: string;
  /** The words that it may be. */
  choices?: readonly string[];
  /** It is a number: from the first to the last of these. */
  range?: readonly [least: number, most: number];
  /** The command does nothing without it. */
  isNeeded?: true;
}

export interface Operand {
  /** As the help names it, such as "FOLDER". */
  name: string;
  about: string;
  /** The words that it may be. */
  choices?: readonly string[];
  /** The command does nothing without it. */
  isNeeded?: boolean;
  /** There may be several. */
  isList?: boolean;
}

export interface Command {
  /** As it is typed, such as "npm run backup". */
  run: string;
  /** What it does. */
  about: string;
  /** Words without dashes, in order. */
  operands?: readonly Operand[];
  options?: Readonly<Record<string, Option>>;
  /** What is after one of these words is for another program, which reads it by itself. */
  passesOn?: readonly string[];
  /** What else somebody who types it has to know. */
  more?: string;
}

/** One of the options, on or off, or with its text. */
type ValueOf<One extends Option> = One["type"] extends "boolean"
  ? boolean
  : One extends { default: string } | { isNeeded: true }
    ? string
    : string | undefined;

export type Values<Described extends Command> =
  Described["options"] extends Readonly<Record<string, Option>>
    ? { -readonly [Name in keyof Described["options"]]: ValueOf<Described["options"][Name]> }
    : Record<never, never>;

/** Of commands about a deployment. */
export const environment = {
  env: { type: "string", value: "NAME", about: 'an environment of wrangler.toml, such as "staging"' },
} as const satisfies Record<string, Option>;

/** Of commands about one database: `readTarget` reads them. */
export const database = {
  local: { type: "boolean", about: "of `npm start` on this machine (the usual choice)" },
  remote: { type: "boolean", about: "of the deployed site" },
  env: {
    type: "string",
    value: "NAME",
    about: 'with --remote: that of an environment of wrangler.toml, such as "staging"',
  },
  "persist-to": {
    type: "string",
    value: "DIR",
    about: "another local database: .wrangler/dev is that of `npm run dev`",
  },
} as const satisfies Record<string, Option>;
