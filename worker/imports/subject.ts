import { schedules } from "../lib/schedules.ts";
import type { Subject } from "../lib/subject.ts";
import { terms } from "../lib/terms.ts";
import { selectImportsOf } from "./person-data.ts";
import { tidyUndone } from "./tidy-undone.ts";

export const subject = {
  tables: ["imports", "import_items", "import_parts"],
  jobs: [{ name: "tidy up after imports that were taken back", schedule: schedules.hourly, run: tidyUndone }],
  retention: [
    {
      table: "imports",
      key: ["id"],
      since: "started_at",
      term: terms.imports,
      keeps: "Imports of articles, with the name of the file and who made them",
      after: "after the import was begun",
      why: "Interest in taking back a mistake, Article 6(1)(f)",
    },
  ],
  auditActions: [
    "post.imported",
    "import.started",
    "import.finished",
    "import.undone",
    "picture.restored",
    "site.exported",
  ],
  personData: [{ name: "Imports of articles", select: selectImportsOf }],
} as const satisfies Subject;
