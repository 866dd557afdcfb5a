import { LRUCache } from 'lru-cache';
import { readTextFeatures, type TextFeatures } from './text-features.ts';

/** The approximate maximum bytes of remembered texts: a few thousand short texts. */
const MAX_BYTES = 16_777_216;
/**
 * Approximate bytes of a text and its lists in addition to its characters, and of each word in addition to its
 * characters.
 */
const TEXT_BYTES = 1_024;
const WORD_BYTES = 64;

/**
 * A reader of the features of texts. It remembers the texts that were used last, because a stored answer is compared
 * with many requests.
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
