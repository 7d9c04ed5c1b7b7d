import { z } from "zod";
import { giveUpMessage } from "#worker/failed-messages/store.ts";
import { openDb } from "#worker/db/client.ts";
import type { ApplicationFileId } from "#worker/db/applications-tables.ts";
import { createLogger } from "#worker/lib/log.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { computeWait, readFileText } from "./read-file.ts";
import { refreshIndex } from "./search-index.ts";

const messageSchema = z.object({ fileId: z.uuid() });

/** Most messages that the platform takes at once. */
const mostAtOnce = 100;

/**
 * Says that files were stored whose texts are to be read; call it after the batch that stores them. Each waits in its row
 * anyhow: where there is no queue, or it refuses, it is false, and the next run of the job reads them.
 */
export async function askForText(env: Env, fileIds: readonly ApplicationFileId[]): Promise<boolean> {
  if (!env.DOCUMENT_QUEUE) return false;
  try {
    for (let index = 0; index < fileIds.length; index += mostAtOnce) {
      const messages = fileIds.slice(index, index + mostAtOnce).map((fileId) => ({ body: { fileId } }));
      await env.DOCUMENT_QUEUE.sendBatch(messages);
    }
    return true;
  } catch (error) {
    createLogger("documents").error("document queue refused files", error, { count: fileIds.length });
    return false;
  }
}

/** Reads the texts of the files that a batch names, one after another. The rows keep the state. */
export async function consumeDocuments(batch: MessageBatch, scope: RequestScope): Promise<void> {
  const db = openDb(scope.env.DB);
  for (const message of batch.messages) {
    const parsed = messageSchema.safeParse(message.body);
    if (!parsed.success) {
      await giveUpMessage(message, { queue: batch.queue, scope, error: parsed.error });
      continue;
    }
    try {
      const outcome = await readFileText(db, parsed.data.fileId as ApplicationFileId, scope);
      scope.log.info("text of a file", { fileId: parsed.data.fileId, outcome });
      if (outcome === "retry") message.retry({ delaySeconds: computeWait(message.attempts) / 1000 });
      else message.ack();
      if (outcome === "done") await refreshIndex(db, { most: 1 });
    } catch (error) {
      scope.log.error("document message put back", error, { messageId: message.id, attempts: message.attempts });
      message.retry({ delaySeconds: Math.min(900, 10 * 2 ** message.attempts) });
    }
  }
}
