/** Where staff read the pages that imports have brought. */
export const pagesPath = "/blog-management/imported-pages";
