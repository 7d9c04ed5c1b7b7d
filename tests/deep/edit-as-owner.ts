import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The edits that docs/own-it.md invites, made by text as an owner would make them. */
export function editAsOwner(copy: string): void {
  function edit(file: string, ...changes: [from: string | RegExp, to: string][]): void {
    const path = join(copy, file);
    let text = readFileSync(path, "utf8");
    for (const [from, to] of changes) {
      const before = text;
      text = text.replaceAll(typeof from === "string" ? from : new RegExp(from, `${from.flags}g`), () => to);
      if (text === before) throw new Error(`${file} holds nothing like ${from}: the edit of the owner has to follow.`);
    }
    writeFileSync(path, text);
  }

  // A name that has to be escaped wherever it is written.
  edit(
    "app/content/brand.ts",
    ["Fivewright", "Marl & Moss"],
    ["@fivewright.example", "@marl-moss.example"],
    ["sales@", "hello@"],
    ["fivewright", "marl-moss"],
    ["copyrightYear: 2025", "copyrightYear: 2026"],
    [/    \{ name: "Instagram".*\n/, ""],
  );
  edit("app/styles/tokens.css", ["#f34e28", "#12b886"], ["#fc633d", "#38d9a9"]);
  edit("app/content/legal.ts", [/"\[([^\]]*): to be [^\]]*\]\.?"/, '"Filled in by the owner"']);

  // One of each is removed, those that most other pages name; then one of each is added.
  const service = readFileSync(join(copy, "app/content/services/cloud-engineering.ts"), "utf8");
  const industry = readFileSync(join(copy, "app/content/industries/healthcare.ts"), "utf8");
  for (const [kind, slug] of [
    ["services", "artificial-intelligence"],
    ["services", "cloud-engineering"],
    ["industries", "healthcare"],
  ]) {
    rmSync(join(copy, `app/content/${kind}/${slug}.ts`));
    edit(`app/content/${kind}.ts`, [new RegExp(`  \\{\\s+slug: "${slug}",.*?\\n  \\},\\n`, "s"), ""]);
  }
  edit("app/content/services.ts", [
    "\n];\n\n/** Further",
    '\n  { slug: "quantum-sensing", name: "Quantum Sensing", line: "Measure more", summary: "Sensors that see more." },\n];\n\n/** Further',
  ]);
  edit("app/content/industries.ts", [
    "\n];\n\n/** Those",
    '\n  { slug: "shipping", name: "Shipping", line: "Ports without queues", onHome: true, services: ["RPA"] },\n];\n\n/** Those',
  ]);
  writeFileSync(
    join(copy, "app/content/industries/shipping.ts"),
    industry
      .replace("const healthcare", "const shipping")
      .replace('slug: "healthcare"', 'slug: "shipping"')
      .replace('name: "Healthcare"', 'name: "Shipping"')
      .replace(/(meta: \{\s+title:\s+")[^"]*/, "$1Shipping: ports and fleets that plan ahead")
      .replace(/(description:\s+")/, "$1Shipping: ")
      .replaceAll('subject: "Healthcare"', 'subject: "Shipping"'),
  );
  writeFileSync(
    join(copy, "app/content/services/quantum-sensing.ts"),
    service
      .replace("const cloudEngineering", "const quantumSensing")
      .replace('slug: "cloud-engineering"', 'slug: "quantum-sensing"')
      .replace('name: "Cloud Engineering"', 'name: "Quantum Sensing"')
      .replace(/(meta: \{\s+title:\s+")[^"]*/, "$1Quantum sensing, from trial to plant")
      .replace(/(description:\s+")/, "$1Sensing: ")
      .replaceAll('subject: "Cloud Engineering"', 'subject: "Quantum Sensing"'),
  );

  edit("app/content/testimonials.ts", [
    /Testimonial\[\] = \[.*?\n\];/s,
    `Testimonial[] = ${JSON.stringify(
      ["First", "Second", "Third"].map((which) => ({
        quote: `${which} thing that a client has said, in words of their own.`,
        role: `${which} officer`,
        company: `${which} company`,
        placeholder: false,
      })),
    )};`,
  ]);
  edit(
    "app/content/pages/leadership.ts",
    [
      /name: "\[Name to be added\]",\n      role: "Chief executive"/,
      'name: "Ada Example",\n      photo: "/icon-512.png",\n      role: "Chief executive"',
    ],
    [/(wants somebody to blame\.",\n      )placeholder: true/, 'wants somebody to blame.",\n      placeholder: false'],
    [/    \{\n      id: "finance-risk".*?\n    \},\n/s, ""],
  );
  const partners = readFileSync(join(copy, "app/content/pages/partners.ts"), "utf8");
  const first = /      \{\n        placeholder: true,.*?\n      \},\n/s.exec(partners);
  if (!first) throw new Error("There is no partner to remove.");
  edit("app/content/pages/partners.ts", [first[0], ""]);
  edit("app/content/pages/awards-recognition.ts", [/(rows): \[\n      \{\n        year.*?\n    \],/s, "rows: [],"]);
}
