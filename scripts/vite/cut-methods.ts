interface Node {
  type: string;
  start: number;
  end: number;
}
interface Method extends Node {
  key?: { name: string };
  value?: { body?: Node };
}
interface Declaration extends Node {
  id?: { name: string };
  body: { body: Method[] };
}

/** By the names of classes and functions. */
export interface Cuts {
  /** The methods of a class that are taken, of those that do other things, too. */
  methodsToKeep?: Readonly<Record<string, readonly string[]>>;
  /** The methods of a class that are left out. */
  dropped?: Readonly<Record<string, readonly string[]>>;
  /** Functions that are left out. */
  functions?: readonly string[];
  /** What stands in a method in place of its own body. */
  bodies?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** `code`, a module with the statements `program`, without parts of its classes. Adds to `missing` what is no part of them. */
export function cutMethods(
  code: string,
  program: unknown,
  { methodsToKeep = {}, dropped = {}, functions = [], bodies = {} }: Cuts,
  missing: string[],
): string {
  const cuts: { start: number; end: number; is?: string }[] = [];
  const declared = new Map<string, Declaration>();
  for (const node of program as (Declaration & { declaration?: Declaration })[]) {
    const own = node.declaration ?? node;
    if (own.id) declared.set(own.id.name, own);
  }
  const listMethods = (name: string, wanted: readonly string[]) => {
    const all = declared.get(name)?.body.body.filter(({ type }) => type === "MethodDefinition") ?? [];
    const found = new Set(all.map(({ key }) => key?.name ?? ""));
    missing.push(...wanted.filter((method) => !found.has(method)).map((method) => `${name}.${method}`));
    return all;
  };
  for (const [name, methods] of Object.entries(methodsToKeep))
    cuts.push(...listMethods(name, methods).filter(({ key }) => !methods.includes(key?.name ?? "")));
  for (const [name, methods] of Object.entries(dropped))
    cuts.push(...listMethods(name, methods).filter(({ key }) => methods.includes(key?.name ?? "")));
  for (const [name, methods] of Object.entries(bodies)) {
    const all = listMethods(name, Object.keys(methods));
    for (const [method, is] of Object.entries(methods)) {
      const body = all.find(({ key }) => key?.name === method)?.value?.body;
      if (body) cuts.push({ start: body.start, end: body.end, is: `{ ${is} }` });
    }
  }
  for (const name of functions) {
    const node = declared.get(name);
    if (node) cuts.push({ start: node.start, end: node.end, is: `const ${name} = undefined;` });
    else missing.push(name);
  }
  let rest = code;
  for (const { start, end, is = "" } of cuts.toSorted((one, other) => other.start - one.start))
    rest = rest.slice(0, start) + is + rest.slice(end);
  return rest;
}
