import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { subjects } from "../../worker/subjects.ts";
import { root } from "../lib/command.ts";
import { fillPage, writeParts } from "../security/write-page.ts";

/** `npm run security`: writes anew what docs/security.md takes from the subjects' declarations. */
const file = join(root, "docs/security.md");
writeFileSync(file, fillPage(readFileSync(file, "utf8"), writeParts(subjects)));
console.log("The tables of docs/security.md are written.");
