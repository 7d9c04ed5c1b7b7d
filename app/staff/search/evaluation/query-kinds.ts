/** What may be special about a judged query, as the shipped ones have it. */
export const queryKinds = ["other words", "typo", "compound", "question", "half remembered", "job"] as const;
