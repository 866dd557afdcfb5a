/** The number of dimensions of a lexical vector: enough that two features seldom share one, in 2 KiB. */
const LEXICAL_SIZE = 512;

/** The weights of features. Pairs of words represent the order of words, and pieces of a word connect its forms. */
const WEIGHTS = { word: 1, functionWord: 0.25, pair: 0.4, piece: 0.15 } as const;
const PIECE = 3;

/**
 * English words that say little about the question. Such words of other languages have the weight of any other word.
 */
const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  `a an the this that these those it its is are was were be been being am do does did of to in on at by for from with as and or
   i you we they he she me my your our their us them can could would should will shall may might please have has had there here
   what which who how so just about tell explain give show`.split(/\s+/),
);

/**
 * The vector of a text by its words, of length 1. The cosine of two such vectors is the share of their common words. It
 * does not know meanings, so a synonym is as different as any other word. The vector of a text without words is all
 * zeros.
 */
export function lexicalVector(text: string): Float32Array {
  const counts = new Map<string, { count: number; weight: number }>();
  const add = (feature: string, weight: number): void => {
    const known = counts.get(feature);
    if (known === undefined) counts.set(feature, { count: 1, weight });
    else known.count += 1;
  };
  let before = '';
  for (const [word] of text
    .normalize('NFKC')
    .toLowerCase()
    .matchAll(/[\p{L}\p{M}]+|\p{N}+/gu)) {
    const isFunctionWord = FUNCTION_WORDS.has(word);
    add(`w ${word}`, isFunctionWord ? WEIGHTS.functionWord : WEIGHTS.word);
    if (isFunctionWord) continue;
    if (before !== '') add(`p ${before} ${word}`, WEIGHTS.pair);
    before = word;
    const framed = `^${word}$`;
    for (let at = 0; at + PIECE <= framed.length; at += 1) add(`c ${framed.slice(at, at + PIECE)}`, WEIGHTS.piece);
  }
  const vector = new Float32Array(LEXICAL_SIZE);
  for (const [feature, { count, weight }] of counts) {
    const hash = hashOf(feature);
    const at = hash % LEXICAL_SIZE;
    // The sign prevents different features at the same position from adding up.
    vector[at] = (vector[at] ?? 0) + (hash & 0x80_00_00_00 ? -1 : 1) * weight * Math.sqrt(count);
  }
  return normalizeVector(vector);
}

/** A vector with the same direction and the length 1; all zeros stay unchanged. */
export function normalizeVector(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}

/** FNV-1a over UTF-16 units, mixed once more so that low bits depend on all of them. */
function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c_1b_3c_6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
