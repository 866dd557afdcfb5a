import type { AdmittedCall } from '../../call/admitted-call.ts';
import { lexicalVector } from './lexical-vector.ts';

/** A source of vectors for texts. The cosine of two vectors is the similarity of their texts. */
export interface Embedder {
  /** The id of the embedder. Vectors of different embedders are never compared. */
  readonly id: string;
  /**
   * The vector of a text, of length 1; all zeros if the text has no meaning.
   * @param call the call for which the vector is computed
   */
  embed(text: string, call: AdmittedCall): Promise<Float32Array>;
}

/** Compares texts by their words. Calls no model. */
export const lexicalEmbedder: Embedder = {
  id: 'lexical-1',
  embed: (text) => Promise.resolve(lexicalVector(text)),
};
