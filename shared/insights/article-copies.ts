/** The browser's database (IndexedDB) with what was written in articles and is not saved yet. */
export const copiesDatabase = "article-copies";
