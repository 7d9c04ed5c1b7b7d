import { schedules } from "../lib/schedules.ts";
import type { Subject } from "../lib/subject.ts";
import { terms } from "../lib/terms.ts";
import { selectImportsOf } from "./person-data.ts";
import { tidyUndone } from "./tidy-undone.ts";

export const subject = {
  tables: ["imports", "import_items", "import_parts", "imported_pages"],
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
    {
      table: "imported_pages",
      key: ["id"],
      since: "created_at",
      term: terms.imports,
      keeps: "Pages of a former site that an import has brought",
      after: "after they came, unless somebody deletes them before",
      why: "Interest in making pages of this site of them, Article 6(1)(f)",
    },
  ],
  auditActions: [
    "post.imported",
    "import.started",
    "import.finished",
    "import.undone",
    "picture.restored",
    "site.exported",
    "page.deleted",
  ],
  storage: [
    {
      keys: ["import-tab"],
      kind: "session",
      purpose: "Staff only: tells the tab that sends an import from others",
      life: "Until the tab is closed",
    },
  ],
  personData: [{ name: "Imports of articles", select: selectImportsOf }],
} as const satisfies Subject;
