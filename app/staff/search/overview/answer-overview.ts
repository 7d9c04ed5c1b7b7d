import { z } from "zod";
import { deliver } from "#worker/search/corpus/work.ts";
import { cancelRun, pauseRun } from "#worker/search/versions/runs.ts";
import { switchVersion } from "#worker/search/versions/versions.ts";
import { beginRun, goOnWithRun, openRunScope } from "#worker/search/staff/manage-runs.ts";
import { buildPartPath } from "../parts.ts";
import type { Changing } from "../read-part.ts";

const run = z.uuid();
const version = z.coerce.number().int().min(1);

export const overviewSchema = z.discriminatedUnion("do", [
  z.object({ do: z.literal("start"), kind: z.enum(["new", "missing"]), model: z.string().max(100).default("") }),
  z.object({ do: z.enum(["pause", "resume", "cancel"]), run }),
  z.object({ do: z.enum(["switch", "rollback"]), version }),
  z.object({ do: z.enum(["retry", "index", "fill"]) }),
]);

/** Answers the forms of the overview. A path leads back to it. */
export async function answerOverview(form: z.output<typeof overviewSchema>, { scope, user }: Changing) {
  const runScope = openRunScope(scope, user);
  switch (form.do) {
    case "start":
      await beginRun(scope, form.kind === "new" ? { kind: "new", model: form.model } : { kind: "missing" }, user);
      return done("started");
    case "retry":
      await beginRun(scope, { kind: "missing" }, user);
      return done("retry");
    case "resume":
      await goOnWithRun(scope, form.run, user);
      return done("resume");
    case "pause":
      await pauseRun(runScope, form.run);
      return done("pause");
    case "cancel":
      await cancelRun(runScope, form.run);
      return done("cancel");
    case "switch":
      await switchVersion(runScope, form.version);
      return done("switch");
    case "rollback":
      // The one that was asked for: a form that comes twice does not go back and forth.
      await switchVersion(runScope, form.version);
      return done("rollback");
    case "index":
    case "fill":
      await deliver(scope, [form.do === "index" ? { kind: "changes" } : { kind: "compare", after: null }]);
      return done(form.do);
  }
}

function done(what: string): string {
  return buildPartPath("overview", { done: what });
}
