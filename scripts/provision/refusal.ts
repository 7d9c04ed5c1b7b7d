/** Something stands against what was asked for, and nothing was done. */
export class Refusal extends Error {}
