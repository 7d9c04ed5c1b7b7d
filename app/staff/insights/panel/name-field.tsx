import { useState } from "react";
import { Combobox, type Option } from "#app/staff-kit/combobox.tsx";
import { nameControl, type Named, type NameKind } from "./panel-parts.ts";

interface NameFieldProps {
  label: string;
  kind: NameKind;
  field: string;
  known: readonly Named[];
  /** Ids. */
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
  create: (kind: NameKind, name: string) => Promise<Named>;
  hint?: string;
  error?: string | undefined;
  isSingle?: boolean;
  isOptional?: boolean;
}

/** Authors, the category or tags of an article, chosen among those that are there or made in place. */
export function NameField({ kind, field, known, chosen, onChange, create, ...rest }: NameFieldProps) {
  // What was made here, until the page's own list has it.
  const [made, setMade] = useState<readonly Named[]>([]);
  const options = [...known, ...made.filter(({ id }) => !known.some((one) => one.id === id))].map(toOption);
  const value = chosen.flatMap((id) => options.find((option) => option.value === id) ?? []);
  return (
    <Combobox
      {...rest}
      id={nameControl(field)}
      name={field}
      options={options}
      value={value}
      onChange={(next) => onChange(next.map((option) => option.value))}
      create={async (name) => {
        const one = await create(kind, name);
        setMade((before) => [...before, one]);
        return toOption(one);
      }}
    />
  );
}

function toOption({ id, name }: Named): Option {
  return { value: id, name };
}
