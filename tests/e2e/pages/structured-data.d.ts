/** The two packages that check JSON-LD bring no types. */
declare module "@marbec/web-auto-extractor" {
  export default class WebAutoExtractor {
    constructor(options: { addLocation: boolean; embedSource: boolean });
    parse(html: string): { jsonld: Record<string, Record<string, unknown>[]>; errors: unknown[] };
  }
}

declare module "@adobe/structured-data-validator" {
  export default class Validator {
    validate(extracted: unknown): Promise<{ rootType: string; issueMessage: string; severity: string }[]>;
  }
}
