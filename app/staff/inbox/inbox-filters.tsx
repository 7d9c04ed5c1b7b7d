import { Form, Link } from "react-router";
import { FieldFrame } from "#app/ui/field-frame.tsx";
import { Select } from "#app/ui/select.tsx";
import { nobody, statusNames } from "./names.ts";
import type { InboxChoices } from "./read-filter.ts";
import { buildInboxPath, writeQuery } from "./write-query.ts";

interface InboxFiltersProps {
  choices: InboxChoices;
  /** How many enquiries are new, by folder; null when they could not be counted. */
  fresh: { inbox: number; spam: number } | null;
  topics: readonly { value: string; name: string }[];
  /** How many enquiries a text search looks through. */
  searchedAtMost: string;
}

const folderNames = { inbox: "Inbox", spam: "Spam" } as const;
/** The value for no filter; the same as leaving the parameter out. */
const any = "any";
const statuses = [
  { value: any, name: "Any" },
  ...Object.entries(statusNames).map(([value, name]) => ({ value, name })),
];
const owners = [
  { value: any, name: "Anyone" },
  { value: "mine", name: "Me" },
  { value: nobody, name: "Nobody yet" },
];

/** Links to the folders, and the filter form. All choices are in the address. */
export function InboxFilters({ choices, fresh, topics, searchedAtMost }: InboxFiltersProps) {
  const isNarrowed = choices.status || choices.topic || choices.owner || choices.q;
  return (
    <div className="inbox-tools">
      <nav className="inbox-folders" aria-label="Folders">
        {(["inbox", "spam"] as const).map((folder) => (
          <Link
            key={folder}
            to={buildInboxPath({ folder })}
            aria-current={folder === choices.folder ? "page" : undefined}
          >
            {folderNames[folder]}
            {fresh && fresh[folder] > 0 && <span>{fresh[folder]} new</span>}
          </Link>
        ))}
      </nav>
      {/* A new address means new values, so the form is rendered anew. */}
      <Form className="inbox-filters" role="search" aria-label="Narrow the list" key={writeQuery(choices)}>
        {choices.folder === "spam" && <input type="hidden" name="folder" value="spam" />}
        <FieldFrame label="Search" name="q" required>
          {(control) => (
            <input
              {...control}
              className="field-input"
              name="q"
              type="search"
              maxLength={100}
              defaultValue={choices.q}
            />
          )}
        </FieldFrame>
        <Select label="Status" name="status" defaultValue={choices.status || any} options={statuses} />
        <Select
          label="Topic"
          name="topic"
          defaultValue={choices.topic || any}
          options={[{ value: any, name: "Any" }, ...topics]}
        />
        <Select label="Owner" name="owner" defaultValue={choices.owner || any} options={owners} />
        <div className="inbox-submit">
          <button className="btn btn-primary btn-small">Show</button>
          {isNarrowed && <Link to={buildInboxPath({ folder: choices.folder })}>Show all</Link>}
        </div>
      </Form>
      {choices.q !== "" && (
        <p className="staff-text">
          Words are looked for in name, address, company, subject and reference of the newest {searchedAtMost} in this
          folder.
        </p>
      )}
    </div>
  );
}
