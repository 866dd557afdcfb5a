import { describe, expect, it } from 'vitest';
import { cosineSimilarity } from '../../../../../proxy/cache/store/candidate-index.ts';
import { lexicalVector } from '../../../../../proxy/cache/semantic/lexical-vector.ts';
import { readTextFeatures } from '../../../../../proxy/cache/semantic/text-features.ts';
import * as differences from '../../../../../proxy/cache/semantic/significant-difference.ts';
import { createRandom } from '../../../../../testing/random.ts';
import { LABELLED_PAIRS, type LabelledPair } from './labelled-prompts.ts';

type Verifier = (one: string, other: string) => differences.SignificantDifference | undefined;

const findDifferentFacts: Verifier = (one, other) =>
  differences.findDifferentFacts(readTextFeatures(one), readTextFeatures(other));
const findDifferentWords: Verifier = (one, other) =>
  differences.findDifferentWords(readTextFeatures(one), readTextFeatures(other));

const measured = LABELLED_PAIRS.map((pair) => ({
  ...pair,
  similarity: cosineSimilarity(lexicalVector(pair.one), lexicalVector(pair.other)),
}));

/** The number of pairs of a kind that would be hits. */
function hitsOf(kind: LabelledPair['kind'], threshold: number, verify: Verifier): number {
  const above = measured.filter((pair) => pair.kind === kind && pair.similarity > threshold);
  return above.filter(({ one, other }) => verify(one, other) === undefined).length;
}

describe('of the labelled prompts, lexical vectors', () => {
  const none: Verifier = () => undefined;

  // The columns are: same words (of 25), other words (of 15), near misses (of 46). The table is in docs/gateway.md.
  it.each<[number, Verifier, readonly [number, number, number]]>([
    [0.8, none, [23, 2, 18]],
    [0.9, none, [23, 0, 8]],
    [0.95, none, [22, 0, 2]],
    [0.8, findDifferentFacts, [23, 2, 5]],
    [0.9, findDifferentFacts, [23, 0, 3]],
    [0.95, findDifferentFacts, [22, 0, 0]],
    [0.8, findDifferentWords, [15, 0, 0]],
    [0.95, findDifferentWords, [15, 0, 0]],
  ])('above %d with %o treat %o as equal', (threshold, verify, [same, paraphrased, missed]) => {
    expect([
      hitsOf('same_words', threshold, verify),
      hitsOf('paraphrase', threshold, verify),
      hitsOf('near_miss', threshold, verify),
    ]).toEqual([same, paraphrased, missed]);
  });
});

describe('two texts', () => {
  it.each<[differences.SignificantDifference, string, string]>([
    ['language', 'what is the capital of france', 'quelle est la capitale de la france'],
    ['language', 'wie ist das wetter in bern', 'what is the weather in bern'],
    ['language', '¿cuál es la capital de francia?', 'qual é a capital da frança, e de que país?'],
    ['language', 'погода в москве', 'погода 天气怎么样啊今天北京的'],
    ['language', 'what is the weather in tokyo', '東京の天気はどうですか'],
    ['numbers', 'Convert 25 km', 'Convert 52 km'],
    ['numbers', 'Add 3 to 5', 'Add 5 to 3'],
    ['numbers', 'for two people', 'for three people'],
    ['numbers', 'for $5', 'for €5'],
    ['numbers', 'at -5 degrees', 'at 5 degrees'],
    ['numbers', 'on 2026-03-02', 'on 2026-03-03'],
    ['numbers', '١٢', '١٣'],
    ['negations', 'May I eat it?', 'May I not eat it?'],
    ['negations', 'Does it end if I do pay', "Does it end if I don't pay"],
    ['negations', 'Does it end if I do pay', 'Does it end if I don’t pay'],
    ['negations', 'Darf ich das?', 'Darf ich das nicht?'],
    ['quotations', 'Translate "good morning"', 'Translate “good evening”'],
    ['quotations', 'what does `map` do', 'what does `reduce` do'],
    ['symbols', 'total > 100', 'total < 100'],
    ['symbols', 'a + b', 'a - b'],
    ['identifiers', 'open src/a.ts now', 'open src/b.ts now'],
    ['names', 'Is it open on Sunday?', 'Is it open on Monday?'],
    ['names', 'Oslo weather', 'Rome weather'],
    ['names', 'from Paris to London', 'from London to Paris'],
    ['opposites', 'before it is shipped', 'after it is shipped'],
  ])('differ in %s: %s, %s', (difference, one, other) => {
    for (const verify of [findDifferentFacts, findDifferentWords]) {
      expect(verify(one, other)).toBe(difference);
      expect(verify(other, one)).toBe(difference);
    }
  });

  it.each([
    ['What is the capital of France?', "what is france's capital"],
    ['It costs 1,000 dollars', 'it costs 1000 dollars'],
    ['Add 3 apples', 'add three apples'],
    ["if I don't pay", 'if I do not pay'],
    ['hotel paris', 'what is a hotel in paris'],
    ['42', '42 !'],
  ])('do not differ in facts: %s, %s', (one, other) => {
    expect(findDifferentFacts(one, other)).toBeUndefined();
  });

  it.each([
    ['How do I reset my password?', 'how can i reset my password'],
    ['Please explain photosynthesis.', 'Can you explain the photosynthesis?'],
    ['How long to boil an egg?', 'How long to boil eggs?'],
  ])('have the same words: %s, %s', (one, other) => {
    expect(findDifferentWords(one, other)).toBeUndefined();
  });

  it.each([
    ['what is the weather in oslo', 'what is the weather in rome'],
    ['the dog bit the man', 'the man bit the dog'],
    ['who is the president', 'who was the president'],
    ['what is my name', 'what is your name'],
    ['should i take it', 'can i take it'],
  ])('have other words: %s, %s', (one, other) => {
    expect(findDifferentWords(one, other)).toBe('words');
  });

  it('are never equal with another word or number in one of them, at any length', () => {
    const random = createRandom(20);
    const words = 'train bread river stone market garden winter doctor bottle window letter summer'.split(' ');
    for (let round = 0; round < 2_000; round += 1) {
      const text = Array.from({ length: random.whole(5, 60) }, () => random.pick(words));
      const at = random.whole(0, text.length - 1);
      text[at] = 'camera';
      const changed = text.with(at, random.pick(['copper', 'Cologne', 'no', '7']));
      expect(findDifferentWords(text.join(' '), changed.join(' '))).toBeDefined();
      const counted = (number: number): string => text.with(at, String(number)).join(' ');
      const number = random.whole(0, 9_999);
      expect(findDifferentFacts(counted(number), counted(number + random.whole(1, 9)))).toBe('numbers');
    }
  });
});
