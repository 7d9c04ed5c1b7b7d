// Functions, so that scripts in plain Node can load the subjects: both are filled in by the build.

/** The commit that this build was made of, seven characters and more; "dev" where there is no git. */
export function readVersion(): string {
  return import.meta.env.VITE_COMMIT ?? "dev";
}

/** Names of the migrations that this build was made with, oldest first. */
export function listMigrations(): string[] {
  return Object.keys(import.meta.glob("../../migrations/*.sql"))
    .map((path) => path.split("/").at(-1) ?? path)
    .toSorted();
}
