/** Classes that stand in more than one place, by their names. */
export const recipes = {
  "careers-picture": "w-full h-[clamp(150px,_22vw,_360px)] object-cover",
  "job-note": "grid gap-12px justify-items-start p-[clamp(24px,_2.6vw,_40px)] bg-surface [&>form]:mt-8px",
  "job-link":
    "inline-block min-h-44px -my-10px py-10px underline decoration-line-strong [text-decoration-thickness:1.5px] underline-offset-4px hover:text-accent-text hover:decoration-current",
  "job-place": "block",
  "job-whole": "[@media_(width>=_400px)]:whitespace-nowrap",
  // One opening.
  job: "grid gap-[36px_gutter] py-[clamp(36px,_4.4vw,_72px)_section] md:grid-cols-[7fr_4fr] md:gap-x-[clamp(32px,_6vw,_112px)] print:block",
  "job-head": "grid gap-24px py-[12px_clamp(32px,_3.6vw,_56px)]",
  "job-picture": "h-[clamp(96px,_10vw,_160px)]",
  "job-text":
    "max-w-42em [&>*+*]:mt-1.05em [&>h2]:text-fluid-24-30 [&>h2]:leading-1.15 [&>:first-child]:mt-0 [&_ol]:pl-1.3em [&_ol]:list-decimal [&_a]:underline [&_a]:underline-offset-3px md:[grid-row:1] md:col-[1]",
};
