import { LRUCache } from 'lru-cache';

/**
 * The maximum output tokens of models in one answer, including thinking, from the documentation of their providers. The
 * first match applies.
 */
const FAMILIES: readonly (readonly [RegExp, number])[] = [
  [/gpt-4o:extended|gpt-4o-64k/, 65_536],
  [/gpt-4o|gpt-4\.5|gpt-audio|gpt-4o-realtime/, 16_384],
  [/gpt-4\.1/, 32_768],
  [/gpt-4-turbo|gpt-4-\d{4}-preview|gpt-3\.5/, 4_096],
  [/gpt-4(-32k)?(-\d{4})?$/, 8_192],
  [/(^|[/:])o[134](-|$)/, 100_000],
  [/gpt-5/, 128_000],
  [/gemini-2\.0/, 8_192],
  [/gemini/, 65_536],
];

/**
 * The maximum output tokens of all other models. No known model writes more, and none writes more than its context
 * window.
 */
const MAX_OUTPUT = 131_072;

/** The maximum by the name of the model, which comes from the caller; 0 if it belongs to no family. */
const knownOf = new LRUCache<string, number>({ max: 4_096 });

/**
 * The maximum tokens that a model writes if the request sets no maximum.
 * @param contextWindow the tokens of the model's context window; undefined if they are unknown
 */
export function maxOutput(model: string, contextWindow: number | undefined): number {
  const known = knownOf.get(model) ?? findKnown(model);
  return known > 0 ? known : Math.min(contextWindow ?? MAX_OUTPUT, MAX_OUTPUT);
}

function findKnown(model: string): number {
  const known = FAMILIES.find(([family]) => family.test(model))?.[1] ?? 0;
  knownOf.set(model, known);
  return known;
}
