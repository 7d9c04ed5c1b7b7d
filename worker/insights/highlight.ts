import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import json from "highlight.js/lib/languages/json";
import python from "highlight.js/lib/languages/python";
import sql from "highlight.js/lib/languages/sql";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";

/** What a fence may be marked with; readers see the name. */
const languages = {
  bash: { name: "Shell", grammar: bash },
  json: { name: "JSON", grammar: json },
  python: { name: "Python", grammar: python },
  sql: { name: "SQL", grammar: sql },
  typescript: { name: "TypeScript", grammar: typescript },
  html: { name: "HTML", grammar: xml },
  yaml: { name: "YAML", grammar: yaml },
} as const;

const shortNames: Record<string, string> = {
  sh: "bash",
  ts: "typescript",
  js: "typescript",
  py: "python",
  yml: "yaml",
};

for (const [id, { grammar }] of Object.entries(languages)) hljs.registerLanguage(id, grammar);

/**
 * Code as HTML in which each kind of word has a class (hljs-keyword …), with the language's name. Null for a language
 * that is not known here.
 */
export function highlightCode(code: string, mark: string): { html: string; name: string } | null {
  const id = Object.hasOwn(shortNames, mark) ? shortNames[mark] : mark;
  if (id === undefined || !Object.hasOwn(languages, id)) return null;
  const { value } = hljs.highlight(code, { language: id, ignoreIllegals: true });
  return { html: value, name: languages[id as keyof typeof languages].name };
}
