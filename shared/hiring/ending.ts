/** How many days before retention deletes an application its hiring team is told. */
export const endingDays = 14;
/** How many days must pass before a candidate is asked again whether an application may be kept. */
export const daysBetweenQuestions = 90;
