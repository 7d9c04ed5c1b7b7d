import { runChecks } from "../lib/checks.ts";

const { failed } = await runChecks();
process.exit(failed === 0 ? 0 : 1);
