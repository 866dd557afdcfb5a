import type { AdmittedCall } from '../../call/admitted-call.ts';
import { lexicalVector } from './lexical-vector.ts';

/** Says where texts stand: the cosine of two vectors is how alike their texts are. */
export interface Embedder {
  /** Vectors of another one are never compared with its own. */
  readonly id: string;
  /**
   * A vector of length 1, or all zero where there is nothing to say.
   * @param call for which it is asked
   */
  embed(text: string, call: AdmittedCall): Promise<Float32Array>;
}

/** Compares texts by the words that they have. It needs nobody. */
export const lexicalEmbedder: Embedder = {
  id: 'lexical-1',
  embed: (text) => Promise.resolve(lexicalVector(text)),
};
