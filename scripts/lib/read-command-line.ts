import { parseArgs } from "node:util";
import type { Command, Option, Operand, Values } from "../commands/types.ts";
import { exitWithError } from "./command.ts";
import { findNearest } from "./find-nearest.ts";

interface CommandLine<Described extends Command> {
  values: Values<Described>;
  operands: string[];
  /** What is for another program. */
  rest: string[];
}

type Outcome<Described extends Command> = { help: string } | { mistake: string } | CommandLine<Described>;

/**
 * What this process was started with. `--help` shows what `command` does and ends it; so does a mistake, with exit code 1 and a sentence.
 */
export function readCommandLine<const Described extends Command>(command: Described): CommandLine<Described> {
  const outcome = parseCommandLine(command, process.argv.slice(2), process.env);
  if ("mistake" in outcome) exitWithError(outcome.mistake);
  if ("help" in outcome) {
    console.log(outcome.help);
    process.exit(0);
  }
  return outcome;
}

/** The words `args` of a command line; `env` tells what npm has taken of them for itself. */
export function parseCommandLine<const Described extends Command>(
  command: Described,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
): Outcome<Described> {
  const { options = {}, operands: described = [] } = command;
  const typed = beginLine(command);
  const passedOn = args.findIndex((word) => command.passesOn?.includes(word)) + 1;
  const [own, rest] = passedOn === 0 ? [args, []] : [args.slice(0, passedOn), args.slice(passedOn)];
  const { tokens } = parseArgs({
    args: [...own],
    options: { ...options, help: { type: "boolean", short: "h" } },
    strict: false,
    tokens: true,
  });
  if (tokens.some((token) => token.kind === "option" && token.name === "help")) return { help: writeHelp(command) };
  const values: Record<string, string | boolean | undefined> = Object.fromEntries(
    Object.entries(options).map(([name, { type, default: usual }]) => [name, type === "boolean" ? false : usual]),
  );
  const operands: string[] = [];
  const given = new Set<string>();
  const mistaken = (mistake: string) => ({ mistake: `${mistake}\n\`${typed} --help\` tells what it takes.` });
  const swallowed = findSwallowed(options, env);
  if (swallowed) {
    const { choices, value } = options[swallowed] ?? {};
    const own = [`--${swallowed}`, choices?.[0] ?? value].filter(Boolean).join(" ");
    return mistaken(`npm took --${swallowed} for itself: put -- before it, as in \`${typed} ${own}\`.`);
  }
  for (const token of tokens) {
    if (token.kind === "positional") operands.push(token.value);
    if (token.kind !== "option") continue;
    const option = options[token.name];
    if (!option) return mistaken(tellUnknown(own[token.index] ?? token.rawName, command));
    const fault = findFault(option, token, given);
    if (fault) return mistaken(fault);
    given.add(token.name);
    values[token.name] = option.type === "boolean" ? true : token.value;
  }
  const missing = Object.entries(options).find(([name, { isNeeded }]) => isNeeded && !given.has(name));
  if (missing) return mistaken(`--${missing[0]} is missing: ${typed} --${missing[0]} ${missing[1].value}.`);
  const fault = findOperandFault(operands, described, command);
  return fault ? mistaken(fault) : { values: values as Values<Described>, operands, rest: [...rest] };
}

/** What is typed before the command's own words. Those of npm end at the first "--". */
function beginLine({ run }: Command): string {
  return run.includes(" -- ") ? run : `${run} --`;
}

/** npm reads options of its own and drops what it does not know; these it may have from its settings, and without them nothing is lost. */
const settingsOfNpm = new Set(["yes", "offline"]);
/** What npm lengthens to one of its own. */
const lengthened: Readonly<Record<string, string>> = { to: "token_description" };

function findSwallowed(
  options: Readonly<Record<string, Option>>,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  return Object.keys(options).find(
    (name) => !settingsOfNpm.has(name) && env[`npm_config_${lengthened[name] ?? name.replaceAll("-", "_")}`],
  );
}

function tellUnknown(word: string, { options = {} }: Command): string {
  const [typed = ""] = word.split("=");
  const nearest = findNearest(typed.replace(/^-+/, ""), Object.keys(options));
  if (nearest) return `There is no option ${typed}. Did you mean --${nearest}?`;
  const names = Object.keys(options).map((name) => `--${name}`);
  return `There is no option ${typed}. ${names.length === 0 ? "It takes none but --help." : `It takes ${names.join(", ")}.`}`;
}

interface Given {
  name: string;
  value?: string | undefined;
  inlineValue?: boolean | undefined;
}

function findFault(option: Option, { name, value, inlineValue }: Given, given: ReadonlySet<string>): string | null {
  if (given.has(name)) return `--${name} is there twice.`;
  if (option.type === "boolean") return inlineValue ? `--${name} takes no value.` : null;
  const isAnother = value?.startsWith("-") && !inlineValue;
  if (value === undefined || value.trim() === "" || isAnother)
    return `--${name} needs a value: --${name} ${option.value ?? "VALUE"}.`;
  if (option.choices && !option.choices.includes(value))
    return tellChoices(`--${name} ${value}`, value, option.choices);
  const [least, most] = option.range ?? [-Infinity, Infinity];
  if (option.range && !(Number(value) >= least && Number(value) <= most))
    return `--${name} is a number from ${least.toLocaleString("en")} to ${most.toLocaleString("en")}, not "${value}".`;
  return null;
}

function tellChoices(typed: string, word: string, choices: readonly string[]): string {
  const nearest = findNearest(word, choices);
  return `There is no ${typed}${nearest ? `. Did you mean ${nearest}?` : `: it is one of ${choices.join(", ")}.`}`;
}

function findOperandFault(words: readonly string[], described: readonly Operand[], command: Command): string | null {
  const last = described.at(-1);
  const surplus = last?.isList ? undefined : words[described.length];
  if (surplus !== undefined) {
    const nearest = findNearest(surplus, Object.keys(command.options ?? {}));
    const most = described.map(({ name }) => name).join(" and ");
    const guess = nearest ? ` Did you mean --${nearest}?` : "";
    return `"${surplus}" is one word too many: it takes ${most === "" ? "options alone" : `${most} and options`}.${guess}`;
  }
  for (const [index, { name, choices, isNeeded }] of described.entries()) {
    const word = words[index];
    if (word === undefined && isNeeded) return `${name} is missing: ${beginLine(command)} ${name}.`;
    if (word !== undefined && choices && !choices.includes(word))
      return tellChoices(`${name} "${word}"`, word, choices);
  }
  return null;
}

/** What `command -- --help` shows. */
function writeHelp(command: Command): string {
  const { run, about, operands = [], options = {}, more } = command;
  const words = operands.map(({ name, isNeeded, isList }) => {
    const word = isList ? `${name} …` : name;
    return isNeeded ? word : `[${word}]`;
  });
  const named = Object.entries(options).map(([name, { value, about: text, choices, default: usual }]) => [
    `--${name}${value ? ` ${value}` : ""}`,
    [
      `${text}${choices ? ` (${choices.join(", ")})` : ""}`,
      ...(usual === undefined ? [] : [`${usual} unless told otherwise`]),
    ].join("; "),
  ]);
  const rows = [
    ...operands.map(({ name, about: text, choices }) => [name, choices ? `${text} (${choices.join(", ")})` : text]),
    ...named,
    ["--help", "shows this"],
  ];
  const width = Math.max(...rows.map(([name = ""]) => name.length)) + 3;
  return [
    `Usage: ${run} [${beginLine(command) === run ? "" : "-- "}${[...words, ...(named.length > 0 ? ["options"] : [])].join(" ") || "--help"}]`,
    about,
    rows.map(([name = "", text = ""]) => `  ${name.padEnd(width)}${text}`).join("\n"),
    ...(more ? [more] : []),
  ].join("\n\n");
}
