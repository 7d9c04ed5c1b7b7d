/**
 * Says what is wrong with the lists and files of app/content that an owner edits, a line each, and fails if the site cannot be
 * built with it. What a page only leaves out is said too.
 */
import { exitWithError, root } from "./lib/command.ts";
import { findCopyFaults } from "./lib/find-copy-faults.ts";

const { faults, notes } = await findCopyFaults(root);
for (const note of notes) console.log(note);
if (faults.length > 0) exitWithError(faults.join("\n"));
