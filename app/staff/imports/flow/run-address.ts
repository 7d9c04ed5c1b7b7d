/** Where an import asks and sends (app/staff/imports/run.ts), and where its pictures go (files.ts). */
export const runAddress = "/blog-management/import-run";
export const filesAddress = "/blog-management/import-files";
