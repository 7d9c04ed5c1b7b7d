import { useEffect, useRef } from "react";
import { useRevalidator } from "react-router";
import { queryClient } from "#app/client/query-client.client.ts";
import { adoptSession, readSession, type Session, subscribeSession } from "#app/client/session-client.ts";
import { hasUnsavedWork, leaveStaffArea } from "./departure.ts";

/**
 * Keeps a staff page and the session in sync. After a sign-out in any tab, the page is left at once. If the user or
 * their roles change, all loaded data is dropped and loaded again.
 */
export function useStaffSession(session: Session, serverNow: number): void {
  const { revalidate } = useRevalidator();
  const known = useRef(serializeRights(session));

  useEffect(() => adoptSession(session, serverNow), [session, serverNow]);

  useEffect(
    () =>
      subscribeSession(() => {
        const current = readSession();
        if (!current) return leaveStaffArea();
        const rights = serializeRights(current);
        if (rights === known.current) return;
        known.current = rights;
        queryClient.clear();
        // What the new rights do not let save stays in sight: its page says what has become of them.
        void hasUnsavedWork().then((isHeld) => (isHeld ? undefined : revalidate()));
      }),
    [revalidate],
  );
}

function serializeRights({ user, roles }: Session): string {
  return JSON.stringify([user.id, roles.toSorted()]);
}
