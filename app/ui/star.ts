// Bundle: site
/**
 * The brand's star: five rhombs around one point, the first pointing up and the rest clockwise. The paths are written
 * out, so that no browser has to compute them; tests/ui/star.test.ts checks their construction.
 */
export const starViewBox = "2 2 116 116";

/** All five in their places in the ring, for spinner and progress. */
export const starPaths = [
  "M60.0 59.3L43.4 36.5L60.0 13.7L76.6 36.5z",
  "M62.5 61.2L79.1 38.4L105.9 47.1L89.3 69.9z",
  "M61.6 64.1L88.4 72.9L88.4 101.1L61.6 92.3z",
  "M58.4 64.1L58.4 92.3L31.6 101.1L31.6 72.9z",
  "M57.5 61.2L30.7 69.9L14.1 47.1L40.9 38.4z",
];

/** Which rhomb of the logo takes the accent colour. */
export const accentRhomb = 1;

/** The logo: the upper right rhomb is moved out of the ring. */
export const logoPaths = starPaths.with(accentRhomb, "M72.2 58.0L88.8 35.2L115.6 43.9L99.0 66.7z");
