import { useEffect } from "react";
import { posts } from "#app/client/page-data.ts";
import type { RefusalReason } from "#shared/pages/refusal.ts";
import { askToConfirm } from "#app/staff-kit/ask-to-confirm.ts";
import { ConfirmIdentity } from "#app/staff-kit/confirm-identity.tsx";

/** While it is on a page, posts that need a fresh sign-in ask for it, and are then sent again: nothing typed is lost. */
export function ConfirmWhenStale({ email }: { email: string }) {
  useEffect(() => {
    posts.finish = confirmWhenStale;
    return () => {
      posts.finish = null;
    };
  }, []);
  return <ConfirmIdentity email={email} />;
}

async function confirmWhenStale(answer: Response, send: () => Promise<Response>): Promise<Response> {
  return (await isStale(answer)) && (await askToConfirm()) ? send() : answer;
}

/** Whether the answer is a `Refusal` with that reason. React Router writes texts as JSON does. */
async function isStale(answer: Response): Promise<boolean> {
  const reason: RefusalReason = "stale-sign-in";
  return answer.status === 403 && (await answer.clone().text()).includes(`"${reason}"`);
}
