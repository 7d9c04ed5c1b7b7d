/** How often figures of visitor analytics come by mail. */
export const rhythms = ["weekly", "monthly"] as const;

export type Rhythm = (typeof rhythms)[number];
