import { describe, expect, it } from 'vitest';
import {
  addsDeduplicationToken,
  dropRecord,
  tokensWithoutPart,
  completeLines,
} from '../../../../launcher/clickhouse/tokens-without-part.ts';

const add = (part: string, blockId: string): string => `1\t${part}\t${blockId}\n`;
const drop = (part: string, blockId: string): string => `2\t${part}\t${blockId}\n`;

const KEPT = add('202512_1_1_0', '202512_10_11');
const LOST = add('202512_139_139_0', '202512_20_21');
const LOST_TOKEN = { part: '202512_139_139_0', blockId: '202512_20_21' };

/** Other files in a table's folder. */
const OTHERS = ['deduplication_logs', 'detached', 'format_version.txt', 'mutation_140.txt'];

describe('tokensWithoutPart', () => {
  it('finds a token without its part', () => {
    expect(tokensWithoutPart(KEPT + LOST, ['202512_1_1_0', ...OTHERS])).toEqual([LOST_TOKEN]);
  });

  it.each([
    ['is there', '202512_139_139_0'],
    ['was merged with those before it', '202512_1_139_3'],
    ['was merged with those after it', '202512_139_150_1'],
    ['was mutated', '202512_139_139_0_140'],
    ['was merged and mutated', '202512_100_150_2_151'],
  ])('keeps the token of a part that %s', (_, entry) => {
    expect(tokensWithoutPart(KEPT + LOST, [entry, ...OTHERS])).toEqual([]);
  });

  it.each([
    ['another partition', '202511_139_139_0'],
    ['a partition with a longer name', '2025120_139_139_0'],
    ['the blocks before it', '202512_1_138_5'],
    ['the blocks after it', '202512_140_141_1'],
    ['rows on their way in', 'tmp_insert_202512_139_139_0'],
    ['a merge on its way', 'tmp_merge_202512_138_139_1'],
    ['a part that is being removed', 'delete_tmp_202512_139_139_0'],
  ])('does not treat %s as the part', (_, entry) => {
    expect(tokensWithoutPart(KEPT + LOST, [entry, ...OTHERS])).toEqual([LOST_TOKEN]);
  });

  it('keeps the token of a part that was removed later, because only the last one can result from a kill', () => {
    expect(tokensWithoutPart(KEPT + LOST, ['202512_139_139_0'])).toEqual([]);
  });

  it('does not change a token that was dropped with its rows', () => {
    const log = KEPT + LOST + drop('202512_139_139_0', '202512_20_21');
    expect(tokensWithoutPart(log, ['202512_1_1_0'])).toEqual([]);
  });

  it('finds the token although tokens of other parts were dropped after it', () => {
    expect(tokensWithoutPart(KEPT + LOST + drop('202512_1_1_0', '202512_10_11'), [])).toEqual([LOST_TOKEN]);
  });

  it('finds it again if the repetition was killed too, under the same number', () => {
    const log = KEPT + LOST + dropRecord(LOST_TOKEN) + LOST;
    expect(tokensWithoutPart(log, ['202512_1_1_0'])).toEqual([LOST_TOKEN]);
  });

  it('finds every token of the part', () => {
    const log = KEPT + LOST + add('202512_139_139_0', '202512_30_31');
    expect(tokensWithoutPart(log, ['202512_1_1_0'])).toEqual([
      LOST_TOKEN,
      { part: '202512_139_139_0', blockId: '202512_30_31' },
    ]);
  });

  it.each([
    ['nothing', ''],
    ['only dropped tokens', drop('202512_1_1_0', '202512_10_11')],
    ['a part with a name of an unknown form', add('patch_of_202512_1_1_0', '202512_10_11')],
    ['lines that are no records', 'x\n3\t202512_1_1_0\tb\n1\t202512_1_1_0\n'],
  ])('finds nothing in a log of %s', (_, log) => {
    expect(tokensWithoutPart(log, [])).toEqual([]);
  });
});

describe('a log', () => {
  it.each([
    ['1\ta\tb\n1\tc', '1\ta\tb\n'],
    ['1\ta\tb\n', '1\ta\tb\n'],
    ['1\ta', ''],
    ['', ''],
  ])('%j is complete up to its last line', (log, whole) => {
    expect(completeLines(log)).toBe(whole);
  });

  it.each([
    ['', false],
    ['2\ta\tb\n', false],
    ['2\ta\tb\n1\tc\td\n', true],
  ])('%j adds a token: %s', (log, adds) => {
    expect(addsDeduplicationToken(log)).toBe(adds);
  });

  it('drops a token with a line in the engine’s format', () => {
    expect(dropRecord(LOST_TOKEN)).toBe('2\t202512_139_139_0\t202512_20_21\n');
  });
});
