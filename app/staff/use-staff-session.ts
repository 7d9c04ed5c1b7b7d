import { useEffect, useRef } from "react";
import { useRevalidator } from "react-router";
import { queryClient } from "#app/client/query-client.client.ts";
import { adoptSession, readSession, type Session, subscribeSession } from "#app/client/session-client.ts";
import { hasUnsavedWork, leaveStaffArea } from "#app/writing-kit/departure.ts";
import { forgetRefusal } from "./keep-page-when-refused.ts";
import { forgetTyping } from "./unsaved.ts";

/**
 * Keeps a staff page and the session in sync. After a sign-out in any tab, the page is left at once. If the user or
 * their roles change, all loaded data is dropped and loaded again. What one user typed does not keep the page open for
 * another (keep-page-when-refused.ts).
 */
export function useStaffSession(session: Session, serverNow: number): void {
  const { revalidate } = useRevalidator();
  const known = useRef(session);

  useEffect(() => adoptSession(session, serverNow), [session, serverNow]);

  useEffect(
    () =>
      subscribeSession(() => {
        const current = readSession();
        if (!current) return leaveStaffArea();
        const former = known.current;
        if (serializeRights(current) === serializeRights(former)) return;
        known.current = current;
        if (current.user.id !== former.user.id) {
          forgetTyping();
          forgetRefusal();
        }
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
