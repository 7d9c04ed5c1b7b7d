/** What an article says that has no picture, no words for search engines and no place of its own. */
export const bareArticle = {
  featured: false,
  cover: null,
  pictures: null,
  coverAlt: null,
  seoTitle: "",
  seoDescription: "",
  canonicalUrl: null,
  noindex: false,
};
