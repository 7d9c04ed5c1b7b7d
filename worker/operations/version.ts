/** The commit that this build was made of, seven characters and more; "dev" where there is no git. */
export const version: string = import.meta.env.VITE_COMMIT ?? "dev";

/** Names of the migrations that this build was made with. */
export const migrations: readonly string[] = Object.keys(import.meta.glob("../../migrations/*.sql"))
  .map((path) => path.split("/").at(-1) ?? path)
  .toSorted();
