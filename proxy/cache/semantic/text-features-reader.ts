import { LRUCache } from 'lru-cache';
import { readTextFeatures, type TextFeatures } from './text-features.ts';

/** What is remembered may take about so many bytes: some thousand short texts. */
const MAX_BYTES = 16_777_216;
/** What a text and its lists take beside their characters, and a word beside its own, about. */
const TEXT_BYTES = 1_024;
const WORD_BYTES = 64;

/** Reads the words of texts, and remembers those of the texts that were read last: a kept answer is compared with many requests. */
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
