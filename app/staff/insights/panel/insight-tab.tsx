import type { ReactNode } from "react";
import { DateTimeField } from "#app/staff-kit/date-time-field.tsx";
import { Switch } from "#app/staff-kit/switch.tsx";
import type { AuthorId, CategoryId, TagId } from "#worker/db/insights-tables.ts";
import { descriptionLimit } from "#shared/insights/article-checks/search-limits.ts";
import { CountedField } from "./counted-field.tsx";
import { NameField } from "./name-field.tsx";
import { type ClockTime, nameControl, type InsightFields } from "./panel-parts.ts";
import "#app/writing-kit/recipes.ts";

interface InsightTabProps extends InsightFields {
  /** The field of its address. */
  address: ReactNode;
}

/** Address, topics and times of an article. */
export function InsightTab({
  draft,
  onChange,
  known,
  create,
  times,
  onTimes,
  faults,
  address,
  ...rest
}: InsightTabProps) {
  return (
    <div className="panel-fields">
      {address}
      <CountedField
        id={nameControl("dek")}
        label="Dek"
        error={faults["dek"]}
        value={draft.dek}
        onChange={(dek) => onChange({ dek })}
        limit={descriptionLimit}
        most={300}
        hint="Stands under the title and in lists."
        isLong
      />
      <NameField
        label="Category"
        kind="category"
        field="category"
        known={known.categories}
        chosen={[draft.categoryId]}
        onChange={([id]) => id !== undefined && onChange({ categoryId: id as CategoryId })}
        create={create}
        isSingle
        hint="An article always has one: choose another to change it."
      />
      <NameField
        label="Tags"
        kind="tag"
        field="tags"
        known={known.tags}
        chosen={draft.tagIds}
        onChange={(ids) => onChange({ tagIds: ids.slice(0, 20) as TagId[] })}
        create={create}
        isOptional
        hint="Up to 20. Type a new one to create it."
      />
      <NameField
        label="Authors"
        kind="author"
        field="authors"
        known={known.authors}
        chosen={draft.authorIds}
        onChange={(ids) => ids.length > 0 && onChange({ authorIds: ids.slice(0, 10) as AuthorId[] })}
        create={create}
        hint="In the order of the byline. At least one stays."
      />
      <Switch checked={draft.featured} onChange={({ target }) => onChange({ featured: target.checked })}>
        Lead article of Insights
      </Switch>
      {!rest.hasAppeared && (
        <TimeField
          key={`publish ${rest.timesKey}`}
          label="Publish at"
          field="publishAt"
          value={times.publishAt}
          onChange={(publishAt) => onTimes({ publishAt })}
          hint="Left empty, it appears at once when you publish."
        />
      )}
      <TimeField
        key={`unpublish ${rest.timesKey}`}
        label="Take off the site at"
        field="unpublishAt"
        value={times.unpublishAt}
        onChange={(unpublishAt) => onTimes({ unpublishAt })}
        hint="Left empty, it stays."
      />
      {rest.preview}
    </div>
  );
}

interface TimeFieldProps {
  label: string;
  field: "publishAt" | "unpublishAt";
  value: ClockTime | null;
  onChange: (value: ClockTime | null) => void;
  hint: string;
}

function TimeField({ label, field, value, onChange, hint }: TimeFieldProps) {
  return (
    <DateTimeField
      label={label}
      id={nameControl(field)}
      name={field}
      {...(value && { defaultValue: value })}
      onChange={(time) => onChange(time.local === "" ? null : time)}
      hint={hint}
      isOptional
    />
  );
}
