import { useEffect, useRef } from "react";
import { useRevalidator } from "react-router";
import { queryClient } from "#app/client/query-client.ts";
import { adoptSession, readSession, type Session, subscribeSession } from "#app/client/session-client.ts";
import { leaveStaffArea } from "./departure.ts";

/**
 * Keeps a staff page and the session in step: signed out anywhere, it leaves at once; somebody else, or other roles,
 * and everything loaded is dropped and asked for again.
 */
export function useStaffSession(session: Session, serverNow: number): void {
  const { revalidate } = useRevalidator();
  const known = useRef(describeRights(session));

  useEffect(() => adoptSession(session, serverNow), [session, serverNow]);

  useEffect(
    () =>
      subscribeSession(() => {
        const current = readSession();
        if (!current) return leaveStaffArea();
        const rights = describeRights(current);
        if (rights === known.current) return;
        known.current = rights;
        queryClient.clear();
        void revalidate();
      }),
    [revalidate],
  );
}

function describeRights({ user, roles }: Session): string {
  return JSON.stringify([user.id, roles.toSorted()]);
}
