import { aboutMenu } from "#app/content/navigation.ts";

/** The page above the other pages about the company. */
export const aboutTrail = [{ to: "/who-we-are", name: aboutMenu.name }];
