/** Says what is wrong with classes and stylesheets, a line each, and ends with 1. */
import { findStyleFaults } from "./lib/find-style-faults.ts";

const faults = await findStyleFaults(`${import.meta.dirname}/..`);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
