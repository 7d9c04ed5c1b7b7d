import { nameButton } from "#app/staff-kit/button.tsx";
import { Icon } from "#app/staff-kit/icon.tsx";

/** Downloads what a panel shows as a file. `of`: what it is, "Goals". */
export function CsvLink({ of, href }: { of: string; href: string }) {
  return (
    <a
      className={nameButton({ kind: "ghost", isSmall: true, isIconOnly: true })}
      href={href}
      aria-label={`${of} as CSV`}
      title="Download as CSV"
    >
      <Icon name="download" />
    </a>
  );
}
