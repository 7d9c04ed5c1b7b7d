import { Form } from "react-router";
import { Button } from "#app/staff-kit/button.tsx";
import { parts } from "../parts.ts";
import { KitOptions } from "#app/staff-kit/field.tsx";

interface TestFormProps {
  q: string;
  version: string;
  versions: readonly { value: string; name: string }[];
}

/** What to search for, and with which version of the vectors. Without script it is a plain form. */
export function TestForm({ q, version, versions }: TestFormProps) {
  return (
    <Form
      key={`${q} ${version}`}
      className="search-test: flex flex-wrap gap-8px items-center [&>input]:flex-[1_1_220px] [&>input]:w-auto [&>select]:w-auto [&>select]:max-w-full"
      role="search"
      action={parts.test.path}
    >
      <label className="kit-unseen" htmlFor="search-test-q">
        Search for
      </label>
      <input
        id="search-test-q"
        className="kit-input"
        type="search"
        name="q"
        defaultValue={q}
        maxLength={300}
        placeholder="What a visitor would type"
        autoComplete="off"
      />
      {versions.length > 1 && (
        <>
          <label className="kit-unseen" htmlFor="search-test-v">
            Version of the vectors
          </label>
          <select id="search-test-v" className="kit-input" name="v" defaultValue={version}>
            <option value="">The one that serves</option>
            <KitOptions of={versions} />
          </select>
        </>
      )}
      <Button type="submit" kind="primary">
        Test
      </Button>
    </Form>
  );
}
