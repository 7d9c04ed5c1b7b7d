/** What the editor cannot hold; its message is shown, and the article opens as source. */
export class UnreadableMarkdown extends Error {
  override name = "UnreadableMarkdown";
}
