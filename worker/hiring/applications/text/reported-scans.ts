/** A scanner that has failed so often for one file is reported. */
export const reportedScans = 3;
