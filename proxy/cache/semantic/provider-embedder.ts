import { isJsonObject, jsonObjectsIn } from '../../../providers/json-parts.ts';
import type { Upstream } from '../../call/open-upstream.ts';
import type { Embedder } from './embedder.ts';
import { normalizeVector } from './lexical-vector.ts';
import type { InternalCalls } from './internal-calls.ts';

/** The maximum numbers of a vector: more than any model gives. */
const MAX_NUMBERS = 8_192;

/** An embedder that calls a model of a provider in the configuration file, at the endpoint `embeddings`. */
export function createProviderEmbedder(calls: InternalCalls, upstream: Upstream, model: string): Embedder {
  return {
    id: `${upstream.name}/${model}`,
    async embed(text, call) {
      const body = { model, input: text, encoding_format: 'float' };
      const answer = await calls.make({ upstream, endpoint: 'embeddings', model, body }, call);
      const [first] = jsonObjectsIn(isJsonObject(answer) ? answer['data'] : undefined);
      const numbers = first?.['embedding'];
      if (isVector(numbers)) return normalizeVector(Float32Array.from(numbers));
      throw new Error(`The provider ${upstream.name} answered no embedding.`);
    },
  };
}

function isVector(numbers: unknown): numbers is readonly number[] {
  if (!Array.isArray(numbers) || numbers.length === 0 || numbers.length > MAX_NUMBERS) return false;
  return numbers.every((number) => typeof number === 'number' && Number.isFinite(number));
}
