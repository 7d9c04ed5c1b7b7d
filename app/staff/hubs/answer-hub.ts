import { data } from "react-router";
import type { Role } from "#app/shared/permissions.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import type { HubFigures } from "./hub.tsx";

/** The data of a hub: its figures, or 503 and no figures when they could not be read. */
export async function answerHub(roles: readonly Role[], { log }: RequestScope, read: () => Promise<HubFigures>) {
  const figures = await read().catch((error: unknown) => {
    log.error("figures of a hub not read", error);
    return null;
  });
  return data({ roles, figures }, { status: figures ? 200 : 503 });
}
