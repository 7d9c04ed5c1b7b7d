import { Form, Link } from "react-router";
import { buildListFields, buildListPath, changeList } from "#shared/pages/list.ts";
import { Button } from "#app/staff-kit/button.tsx";
import { DateField } from "#app/staff-kit/date-field.tsx";
import { useReaderZone } from "#app/ui/local-time.tsx";
import { type AuditState, auditList } from "./audit-list.ts";

const none = { from: "", to: "", zone: "" };

/** From one day to another, in the reader's zone: the one they chose, else that of the browser, else UTC. */
export function TimeRange({ state }: { state: AuditState }) {
  const zone = useReaderZone() ?? "UTC";
  const { from, to } = state.filters;
  return (
    // A new address brings new days, and with them new fields.
    <Form
      className="audit-range: flex flex-wrap gap-8px items-end p-[0_page_8px] text-ink-2 text-13"
      action={auditList.path}
      key={`${from} ${to}`}
      role="search"
      aria-label="Days"
    >
      {buildListFields(auditList, changeList(state, { filters: none, view: null })).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="zone" value={zone} />
      <DateField label="From" name="from" defaultValue={from} />
      <DateField label="To" name="to" defaultValue={to} />
      <Button type="submit" isSmall>
        Show these days
      </Button>
      {(from !== "" || to !== "") && (
        <Link className="list-clear" to={buildListPath(auditList, state, { filters: none, view: null })}>
          All days
        </Link>
      )}
    </Form>
  );
}
