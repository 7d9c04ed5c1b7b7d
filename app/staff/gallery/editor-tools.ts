import type { FoundPage, PickedPicture } from "#app/writing-kit/editor/types.ts";

/** Every kind of block, for the editor on this machine. */
export const exampleArticle = `At 06:10 every morning a wind operator published a number. By 06:12 three of its eight traders had *overridden* it, and **nobody** could say whether they were right.

## Why traders stopped looking

We sat on the desk for two weeks and logged every decision[^1]. See [our work](/services/data-analytics) or run \`forecast --explain\`.

> [!note] Before you begin
> Agree on who may override a forecast.

- When the figure agreed with instinct it was used
- When it disagreed it was ignored
  - The larger the gap, the faster

1. Publish
2. Compare

> [!pull]
> A forecast is a product, not a report.

| Hour | Forecast | Override |
| :--- | -------: | :------: |
| 06   |      412 |   yes    |
| 07   |      380 |    no    |

\`\`\`sql
select hour, avg(error) from forecasts group by hour;
\`\`\`

![Bars of forecast errors by hour](/media/demo/forecast-ramp.svg "Errors by hour, in megawatts")

---

[^1]: Demo data, not a real desk.
`;

const pages: FoundPage[] = [
  { path: "/services/data-analytics", title: "Data and analytics" },
  { path: "/industries/renewable-energy", title: "Renewable energy" },
  { path: "/insights/forecast-error-in-renewables", title: "Forecast error in renewables" },
];

const picture: PickedPicture = {
  src: "/media/demo/forecast-ramp.svg",
  alt: "Bars of forecast errors by hour",
  caption: "",
  width: 800,
  height: 400,
};

/** What a page hands the editor, made up. A file that is called `broken` fails. */
export const exampleTools = {
  pickPicture: () => Promise.resolve(picture),
  uploadPictures: (files: File[]) =>
    files.some(({ name }) => name.startsWith("broken"))
      ? Promise.reject(new Error("The picture is damaged. Export it again."))
      : Promise.resolve(files.map(({ name }) => ({ ...picture, alt: name }))),
  findPages: (query: string) =>
    Promise.resolve(pages.filter(({ title }) => title.toLowerCase().includes(query.toLowerCase()))),
};
