/** A table that is there while a backup is being restored: rows are missing then, and whoever tidies up would delete their files. */
export const marker = "restoring";
/** How everything else is called that a restore leaves while it goes on: docs/decisions/088-backups.md. */
export const guardPrefix = `${marker}_`;
export const createMarker = `create table if not exists ${marker} (at integer)`;

/** False also where the database does not answer: whoever asks meets that by itself. */
export async function isRestoring({ DB }: Pick<Env, "DB">): Promise<boolean> {
  try {
    return (await DB.prepare(`select 1 from sqlite_master where name = '${marker}'`).first()) !== null;
  } catch {
    return false;
  }
}
