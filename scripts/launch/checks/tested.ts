import { writeCount } from "../../lib/write-count.ts";
import type { Fault, LaunchFacts } from "../types.ts";

const mend = "Run npm test -- all, and deploy what it has passed";

/** Whether what is deployed has passed `npm test -- all`. */
export function checkTested({ commit, tested }: LaunchFacts): Fault[] {
  const fault = (name: string, what: string): Fault => ({ name, where: "npm test -- all", what, mend });
  const found: Fault[] = [];
  if (commit.isDirty)
    found.push({
      name: "uncommitted",
      where: "git status",
      what: "Files have changed since the last commit",
      mend: "Commit or put away what has changed",
    });
  if (!tested) found.push(fault("untested", "No run of npm test -- all is known in this folder"));
  else if (tested.failed > 0)
    found.push(fault("tests-failed", `${writeCount(tested.failed, "test")} failed in the last run`));
  else if (tested.commit !== commit.id || tested.isDirty)
    found.push(
      fault(
        "tested-other",
        `The last run of npm test -- all was of ${tested.commit.slice(0, 8)}${tested.isDirty ? " with changes" : ""}`,
      ),
    );
  return found;
}
