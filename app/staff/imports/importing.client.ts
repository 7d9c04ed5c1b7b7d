// oxlint-disable-next-line import/no-unassigned-import -- it must run before the schemas are made
import "./zod-without-eval.ts";
import { makePlan, nameSite } from "./flow/make-plan.ts";
import { runImport } from "./flow/run-import.ts";
import { startParser } from "./read/start-parser.client.ts";
import { fetchExport } from "./own-format/fetch-export.ts";

/**
 * What reads, sends and fetches a file, with the libraries that open and write archives. It is loaded once a file is chosen
 * or asked for, and the Worker's bundle leaves it out, as every `.client.ts` file.
 */
export const importing = { makePlan, nameSite, startParser, runImport, fetchExport };
