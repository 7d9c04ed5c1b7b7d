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
type TextUse = "document" | "query";

export interface Provider {
  about: ModelAbout;
  /** Most texts of one call, and about the most characters of a text that the model reads. */
  limits: { texts: number; characters: number };
  /** In US dollars for a million tokens; 0 where it costs nothing but time. */
  pricePerMillion: number;
  /**
   * A vector of length 1 for each text, or the reason why there is none. What it throws holds for all of the texts, and may
   * be over the next time.
   */
  embed(texts: readonly string[], use: TextUse): Promise<Embedded[]>;
}

export type Embedded = { vector: Float32Array } | { reason: string };
