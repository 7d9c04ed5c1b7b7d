/** Days before retention deletes an application in which its hiring team is warned. */
export const endingDays = 14;
/** How many days must pass before a candidate is asked again whether an application may be kept. */
export const daysBetweenQuestions = 90;
