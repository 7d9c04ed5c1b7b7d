import { Form, Link } from "react-router";
import { Button, nameButton } from "#app/staff-kit/button.tsx";
import { KitField } from "#app/staff-kit/field.tsx";
import { gradeNames, parts } from "../parts.ts";
import { ScrollTable } from "../scroll-table.tsx";
import type { EditorRow, EditorView } from "./editor-view.ts";
import { buildEvaluationPath, type EvaluationAsked } from "./asked.ts";
import { queryKinds } from "./query-kinds.ts";

/** One judged query: its words, and how good each document is for them. */
export function QueryEditor({ editor, asked }: { editor: EditorView; asked: EvaluationAsked }) {
  const { id, version, text, kind, find, rows } = editor;
  const here = id === "" ? { open: "new", query: text } : { open: id };
  return (
    <section className="panel search-form" id="query-form" aria-labelledby="query-form-title">
      <header>
        <h2 id="query-form-title">{id === "" ? "New judged query" : "Judge a query"}</h2>
      </header>
      <Form key={find} className="search-words" role="search" action={parts.evaluation.path} preventScrollReset>
        {Object.entries(here).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <label className="kit-unseen" htmlFor="query-find">
          Find more documents to judge
        </label>
        <input
          id="query-find"
          className="kit-input"
          type="search"
          name="find"
          defaultValue={find}
          maxLength={300}
          placeholder="Find more documents to judge"
        />
        <Button type="submit">Find</Button>
      </Form>
      <Form method="post" action={buildEvaluationPath(asked)} preventScrollReset>
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="version" value={version} />
        <div className="search-two">
          <KitField label="Query" hint="As a visitor would type it.">
            {(ties) => (
              <input {...ties} className="kit-input" name="text" defaultValue={text} maxLength={300} required />
            )}
          </KitField>
          <KitField label="What is special about it" hint="Figures are shown for each kind, too.">
            {(ties) => (
              <select {...ties} className="kit-input" name="kind" defaultValue={kind}>
                <option value="">Nothing: plain words</option>
                {[...new Set([...queryKinds, ...(kind === "" ? [] : [kind])])].map((each) => (
                  <option key={each} value={each}>
                    {each}
                  </option>
                ))}
              </select>
            )}
          </KitField>
        </div>
        {rows.length === 0 ? (
          <p className="panel-none">
            Type the query and save it: then you see what is found and can judge it. Or find documents above.
          </p>
        ) : (
          <ScrollTable label="Documents and their grades" heads={["Document", "Where it stands", "Grade"]}>
            {rows.map((row) => (
              <GradeRow key={row.key} row={row} />
            ))}
          </ScrollTable>
        )}
        <div className="kit-row">
          <Button type="submit" kind="primary" name="do" value="query-save">
            Save
          </Button>
          {id !== "" && (
            <Button type="submit" kind="danger" name="do" value="query-delete" formNoValidate>
              Delete
            </Button>
          )}
          <Link className={nameButton({ kind: "ghost" })} to={buildEvaluationPath(asked)} preventScrollReset>
            Cancel
          </Link>
        </div>
      </Form>
    </section>
  );
}

function GradeRow({ row: { key, title, path, kind, grade, from } }: { row: EditorRow }) {
  return (
    <tr>
      <th scope="row">
        {path ? <a href={path}>{title}</a> : title}
        <span>{[kind, path].filter(Boolean).join(", ")}</span>
      </th>
      <td>{from}</td>
      <td>
        <input type="hidden" name="key" value={key} />
        <select
          className="kit-input search-grade"
          name="grade"
          defaultValue={grade ?? ""}
          aria-label={`Grade of ${title}`}
        >
          <option value="">Not judged</option>
          {gradeNames.map((name, each) => (
            <option key={name} value={each}>
              {each}: {name}
            </option>
          ))}
        </select>
      </td>
    </tr>
  );
}
