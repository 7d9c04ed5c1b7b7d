/** The box in which the chart is drawn. */
export const plotWidth = 1000;
export const plotHeight = 200;
