/** Search results cut what is longer, in characters. A file of its own: the panel shows them, and checks elsewhere. */
export const titleLimit = 60;
export const descriptionLimit = 160;
