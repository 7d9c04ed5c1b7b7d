import { globSync, readFileSync } from "node:fs";
import { parseSync } from "oxc-parser";

/** The files of recipes, from the root of the checkout, in their order. */
export function listRecipeFiles(root: string): string[] {
  return globSync("app/**/{recipes,*-recipes}.ts", { cwd: root })
    .map((path) => path.replaceAll("\\", "/"))
    .toSorted();
}

/**
 * The recipes of a file, in their order.
 *
 * @throws Where the utilities of a name are no plain string.
 */
export function readRecipes(file: string): [name: string, utilities: string][] {
  const { body } = parseSync(file, readFileSync(file, "utf8")).program;
  const [recipes] = body.flatMap((node) =>
    node.type === "ExportNamedDeclaration" && node.declaration?.type === "VariableDeclaration"
      ? node.declaration.declarations.map(({ init }) => init)
      : [],
  );
  if (recipes?.type !== "ObjectExpression") throw new Error(`${file} exports no object`);
  return recipes.properties.map((property) => {
    if (property.type !== "Property" || property.value.type !== "Literal" || typeof property.value.value !== "string")
      throw new Error(`${file}: the utilities of a recipe are one string`);
    const { key } = property;
    return [
      key.type === "Identifier" ? key.name : key.type === "Literal" ? String(key.value) : "",
      property.value.value,
    ];
  });
}
