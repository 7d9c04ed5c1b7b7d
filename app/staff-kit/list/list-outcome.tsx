import { useEffect, useEffectEvent } from "react";
import { Form, Link, useSubmit } from "react-router";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { Button } from "../button.tsx";
import { Icon } from "../icon.tsx";
import { showToast } from "../toasts.ts";
import "../recipes.ts";

/** What a form of a list has done to records, and to which it was refused. */
export interface ListOutcomeWords {
  /** A sentence; null when nothing was done. */
  done: string | null;
  /** `path`: where it can be put right. */
  refused: readonly { name: string; why: string; path?: string }[];
  /** Values of the field `undo` of the form that takes it back; none where it cannot be. */
  undo: readonly string[];
}

interface ListOutcomeProps {
  outcome: ListOutcomeWords | null;
  path: string;
  list?: string | undefined;
}

/**
 * What came of the last form: as a toast where script runs and all of it was done, else on the page, where it stays.
 * `outcome` is the page's action data, another object after each post; `path` is the list's, for the toast outlives it.
 * `list` goes with the form that takes it back, on a page with several lists.
 */
export function ListOutcome({ outcome, path, list }: ListOutcomeProps) {
  const hasScript = useHydrated();
  const submit = useSubmit();
  const say = useEffectEvent(({ done, undo }: ListOutcomeWords) => {
    if (done === null) return;
    const takeBack = () => {
      const fields = new URLSearchParams([["do", "undo"], ...undo.map((value) => ["undo", value])]);
      if (list !== undefined) fields.set("list", list);
      // On the list itself its filters stay; from elsewhere the link leads back to it.
      const action = location.pathname === path ? path + location.search : path;
      void submit(fields, { method: "post", action, preventScrollReset: true });
    };
    showToast({ text: done, ...(undo.length > 0 && { undo: takeBack }) });
  });
  useEffect(() => {
    if (outcome) say(outcome);
  }, [outcome]);

  if (!outcome) return null;
  const { done, refused, undo } = outcome;
  const isToast = hasScript && done !== null;
  if (isToast && refused.length === 0) return null;
  return (
    <div className="list-outcome" role={refused.length > 0 ? "alert" : "status"}>
      {done !== null && !isToast && (
        <Form method="post" className="kit-row">
          <Icon name="done" />
          <b>{done}</b>
          {list !== undefined && <input type="hidden" name="list" value={list} />}
          {undo.map((value) => (
            <input key={value} type="hidden" name="undo" value={value} />
          ))}
          {undo.length > 0 && (
            <Button type="submit" name="do" value="undo" isSmall>
              Undo
            </Button>
          )}
        </Form>
      )}
      {refused.length > 0 && (
        <ul>
          {refused.map(({ name, why, path }) => (
            <li key={`${path} ${name} ${why}`}>
              <b>{path === undefined ? name : <Link to={path}>{name}</Link>}:</b> {why}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
