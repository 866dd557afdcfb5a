import { LRUCache } from 'lru-cache';
import { readTextFeatures, type TextFeatures } from './text-features.ts';

/** Approximate maximum bytes of remembered texts: some thousand short ones. */
const MAX_BYTES = 16_777_216;
/** Approximate bytes of a text and its lists in addition to their characters, and of a word in addition to its own. */
const TEXT_BYTES = 1_024;
const WORD_BYTES = 64;

/**
 * Reads the words of texts, and remembers those of the texts that were read last: a kept answer is compared with many
 * requests.
 */
export function createTextFeaturesReader(): (text: string) => TextFeatures {
  const remembered = new LRUCache<string, TextFeatures>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ text, words }) => TEXT_BYTES + 2 * text.length + WORD_BYTES * words.length,
  });
  return (text) => {
    const known = remembered.get(text);
    if (known !== undefined) return known;
    const read = readTextFeatures(text);
    remembered.set(text, read);
    return read;
  };
}
