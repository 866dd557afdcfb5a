import { expect, it } from 'vitest';
import { createKeywordFinder } from '../../../../domain/guardrails/text/keyword-finder.ts';
import { createRandom } from '../../../../testing/random.ts';

/** The occurrences of keywords, as keyword and end, found one keyword after the other. */
function searched(keywords: readonly string[], text: string): string[] {
  const lower = text.toLowerCase();
  return keywords.flatMap((keyword, index) =>
    Array.from({ length: text.length }, (_, at) => at)
      .filter((at) => lower.startsWith(keyword.toLowerCase(), at))
      .map((at) => `${index}@${at + keyword.length}`),
  );
}

it('finds what a search for each keyword finds', () => {
  const random = createRandom(11);
  for (let round = 0; round < 2_000; round += 1) {
    const word = (longest: number): string =>
      Array.from({ length: random.whole(1, longest) }, () => random.pick(['a', 'b', 'A', 'é', 'É', '-', '가'])).join(
        '',
      );
    const keywords = [...new Set(Array.from({ length: random.whole(1, 6) }, () => word(4)))];
    const text = word(40);
    const found: string[] = [];
    createKeywordFinder(keywords)(text, (keyword, end) => found.push(`${keyword}@${end}`));
    expect(found.toSorted()).toEqual(searched(keywords, text).toSorted());
  }
});
