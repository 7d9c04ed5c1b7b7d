import { handleApi } from "#worker/api/index.ts";
import { makeCall } from "./ask-parts.ts";
import { makeWholeScope } from "./whole-scope.ts";

/** Sends a request to the whole API as a page of this site would: who imports this reads the whole Worker. */
export const call = makeCall(handleApi, makeWholeScope);
