import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The edits that README.md invites under "Make it yours", made by text as an owner would make them. */
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

  edit("app/content/services.ts", [
    "\n] as const;\n\n/** Further",
    '\n  { slug: "quantum-sensing", name: "Quantum Sensing", line: "Measure more", summary: "Sensors that see more." },\n] as const;\n\n/** Further',
  ]);
  const service = readFileSync(join(copy, "app/content/services/cloud-engineering.ts"), "utf8");
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
