import { Tag } from "#app/staff-kit/tag.tsx";

/** Marks a session that was started in a country which was new for its account, and such an account. */
export function NewCountry() {
  return (
    <Tag tone="warn" icon="warning">
      New country
    </Tag>
  );
}
