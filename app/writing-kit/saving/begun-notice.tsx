import { useEffect, useState, useSyncExternalStore } from "react";
import { Link } from "react-router";
import { readSession, subscribeSession } from "#app/client/session-client.ts";
import { Icon } from "#app/staff-kit/icon.tsx";
import type { Stored } from "./answers.ts";
import { type Copy, listBegun } from "./local-copies.ts";
import { fetchNewest } from "./send-change.ts";
import "../recipes.ts";

type Begun = Copy<Stored["draft"]>;

/**
 * Leads back to what was begun on this device and never reached the site, as after a crash without a network: no list has it.
 * `path`: of the list; `field`: what a draft has that belongs there.
 */
export function BegunNotice({ path, field }: { path: string; field: "dek" | "requisitionId" }) {
  const account = useSyncExternalStore(
    subscribeSession,
    () => readSession()?.user.id,
    () => undefined,
  );
  const [found, setFound] = useState<Begun[]>([]);

  useEffect(() => {
    let isOver = false;
    async function look(owner: string) {
      const copies = (await listBegun(owner)).filter(({ draft }) => field in draft);
      const answers = await Promise.all(copies.map(({ article }) => fetchNewest(`${path}/${article}/live`)));
      // A last save that outlived its page has brought the others here.
      if (!isOver) setFound(copies.filter((_, at) => answers[at]?.kind === "gone"));
    }
    if (account) look(account).catch(() => {});
    return () => {
      isOver = true;
    };
  }, [account, path, field]);

  return found.map(({ id, article, draft }) => (
    <p key={id} className="desk-notice" role="status">
      <Icon name="warning" />
      <span>
        <b>What you began is on this device alone:</b> {draft.title || "Untitled"}.{" "}
        <Link to={`${path}/${article}?new`}>Open it</Link> to save it.
      </span>
    </p>
  ));
}
