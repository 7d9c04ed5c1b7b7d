import { mailVariables } from "#shared/hiring/mail-variables.ts";
import { Menu } from "#app/staff-kit/menu.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";

type Target = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface InsertProps {
  /** The field of the text. */
  find: () => Target | null;
  onInsert?: () => void;
}

/** The menu that puts a variable where the cursor stands; without script, the list of those that may be typed. */
export function InsertVariable({ find, onInsert }: InsertProps) {
  const hasScript = useHydrated();
  const names = Object.keys(mailVariables).map((name) => `{${name}}`);
  if (!hasScript) return <p className="kit-hint">Filled in when it is sent: {names.join(", ")}.</p>;

  function insert(name: string) {
    const field = find();
    if (!field || field instanceof HTMLSelectElement) return;
    // The menu gives the focus back to its button first.
    setTimeout(() => {
      field.focus();
      const end = field.selectionEnd ?? field.value.length;
      field.setRangeText(`{${name}}`, field.selectionStart ?? end, end, "end");
      onInsert?.();
    });
  }

  return (
    <div className="kit-row">
      <Menu
        label="Insert"
        icon="code-block"
        isSmall
        items={Object.entries(mailVariables).map(([name, words]) => ({
          name: words,
          note: `{${name}}`,
          onSelect: () => insert(name),
        }))}
      />
    </div>
  );
}
