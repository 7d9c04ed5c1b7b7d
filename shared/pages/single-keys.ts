/** Local storage: `off` once somebody has switched shortcuts of a single key off on this device. */
export const singleKeysKey = "staff-keys";
