/** What makes vectors of texts, and what it takes. Vectors of different providers, models or pooling are never compared. */

/** What identifies the vectors of a version. */
export interface ModelAbout {
  provider: "lsa" | "workers-ai";
  model: string;
  /** The most that it gives. */
  dimensions: number;
  /** How one vector is made of those of all words: "cls", "mean", "last token", "sum". */
  pooling: string;
}

/** Some models embed what is sought otherwise than what is found. */
export type TextUse = "document" | "query";

export interface Provider {
  about: ModelAbout;
  /** Texts that one call takes, and the characters of each that are read. */
  limits: { texts: number; characters: number };
  /** Texts of one step of a run: some seconds of work. */
  textsPerStep: number;
  /**
   * A vector of length 1 for each text, or the reason why there is none.
   * @throws {ProviderError} when none could be made; it may be over the next time
   */
  embed(texts: readonly string[], use: TextUse): Promise<Embedded[]>;
}

export type Embedded = { vector: Float32Array } | { reason: string };

/** The provider did not answer, or refused. The message is shown to staff. */
export class ProviderError extends Error {
  override name = "ProviderError";
}
