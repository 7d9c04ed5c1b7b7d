import { data } from "react-router";
import type { MailTemplateKind } from "#shared/hiring/mail-template.ts";
import { toInstant } from "#app/ui/local-time.tsx";
import { selectTemplates } from "#worker/hiring/mails/templates.ts";
import { openDb } from "#worker/db/client.ts";
import type { RequestScope } from "#worker/lib/scope.ts";

/** A template as the page shows it; `id` is null for one that is not stored yet. */
export interface OpenTemplate {
  id: string | null;
  version: number;
  name: string;
  kind: MailTemplateKind;
  subject: string;
  body: string;
}

export type TemplateRow = ReturnType<typeof toRow>;

const fresh: OpenTemplate = { id: null, version: 0, name: "", kind: "general", subject: "", body: "" };

interface Asked {
  url: URL;
  locale: string;
  scope: RequestScope;
}

/** All templates, and the one that the address opens (`open`: its id, or "new"); 503 when they could not be read. */
export async function loadTemplates({ url, locale, scope: { env, log } }: Asked) {
  const asked = url.searchParams.get("open");
  const done = url.searchParams.has("done");
  try {
    const rows = await selectTemplates(openDb(env.DB)).execute();
    const found = rows.find(({ id }) => id === asked);
    const open: OpenTemplate | null = asked === "new" ? fresh : (found ?? null);
    return data({ templates: rows.map((row) => toRow(row, locale)), open, done });
  } catch (error) {
    log.error("templates not read", error);
    return data({ templates: null, open: null, done }, { status: 503 });
  }
}

type Row = Awaited<ReturnType<ReturnType<typeof selectTemplates>["execute"]>>[number];

function toRow({ id, name, kind, subject, version, updated_at }: Row, locale: string) {
  return { id: id as string, name, kind, subject, version, updated: toInstant(updated_at, locale) };
}
