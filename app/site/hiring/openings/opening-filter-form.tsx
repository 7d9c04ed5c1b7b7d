import { type FormEvent, useEffect, useRef } from "react";
import { useSubmit } from "react-router";
import { openingWords } from "#app/content/pages/openings.ts";
import { FieldFrame } from "#app/ui/field-frame.tsx";
import { Select } from "#app/ui/select.tsx";
import type { ListedOpenings } from "./load-openings.server.ts";
import "#app/ui/field-recipes.ts";

const selects = [
  { name: "department", label: openingWords.filters.department },
  { name: "country", label: openingWords.filters.country },
  { name: "workplace", label: openingWords.filters.workplace },
  { name: "employment", label: openingWords.filters.employment },
] as const;

/** The filters of the openings. The form uses GET, so that it works without script and its results can be linked to. */
export function OpeningFilterForm({
  openings: { asked, options },
}: {
  openings: Pick<ListedOpenings, "asked" | "options">;
}) {
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);

  // After going back or clearing, the fields must show the filters in the address. Before hydration the browser keeps their
  // values.
  const shown = JSON.stringify(asked);
  useEffect(() => {
    for (const [name, value] of Object.entries(JSON.parse(shown) as typeof asked)) {
      const control = form.current?.elements.namedItem(name);
      if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) control.value = value ?? "";
    }
  }, [shown]);

  /** Does the same as without script, but leaves empty fields out of the address. */
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const answers = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value).trim()]);
    const given = new URLSearchParams(answers.filter(([, value]) => value));
    void submit(given, { method: "get", action: "/careers", preventScrollReset: true });
  }

  return (
    <form
      ref={form}
      className="job-filters: grid grid-cols-[1fr_1fr] gap-[16px_gutter] items-end md:grid-cols-[1.5fr_repeat(4,_1fr)_auto] print:hidden"
      action="/careers#openings"
      role="search"
      aria-label={openingWords.title}
      onSubmit={send}
    >
      <FieldFrame label={openingWords.filters.words} name="q" required>
        {(control) => (
          <input
            {...control}
            className="field-input"
            name="q"
            type="search"
            maxLength={60}
            defaultValue={asked.q ?? ""}
            autoComplete="off"
          />
        )}
      </FieldFrame>
      {selects.map(({ name, label }) => (
        <Select
          key={name}
          label={label}
          name={name}
          defaultValue={asked[name] ?? ""}
          options={[{ value: "", name: "Any" }, ...options[name]]}
        />
      ))}
      <button type="submit" className="btn btn-primary">
        {openingWords.filters.show}
      </button>
    </form>
  );
}
