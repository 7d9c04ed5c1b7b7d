import { makePlan } from "./flow/make-plan.ts";
import { runImport } from "./flow/run-import.ts";

/**
 * What reads and sends a file, with the library that opens archives. It is loaded once a file is chosen, and the Worker's
 * bundle leaves it out, as every `.client.ts` file.
 */
export const importing = { makePlan, runImport };
