/** How an article stands for its writers. */
export const standings = ["draft", "scheduled", "published", "changes", "ending", "archived", "trash"] as const;
export type Standing = (typeof standings)[number];
