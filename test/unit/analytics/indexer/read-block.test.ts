import { expect, it } from 'vitest';
import { readPlannedLines } from '../../../../analytics/indexer/reading/read-block.ts';
import { makeEndedCall } from '../../../../testing/journal/make-ended-call.ts';

const { line: LINE, events: EVENTS } = makeEndedCall(1);
const { line: HIT, events: HIT_EVENTS } = makeEndedCall(0, 'greq_2');

function planned(lines: readonly string[], lineCount: number, counted?: 'lines' | 'events') {
  const readAgain = (firstOffset: bigint, lastOffset: bigint) => Promise.resolve({ lines, firstOffset, lastOffset });
  const place = { firstOffset: 3n, lastOffset: 9n };
  return readPlannedLines({ id: 'journal:one', readAgain }, { ...place, lineCount, counted });
}

it('returns a line for each event to a plan that counts events, even if each line has one', async () => {
  expect(await planned(['{}', LINE], 4, 'events')).toEqual(['{}', ...EVENTS]);
  expect(await planned(['{}', HIT], 2, 'events')).toEqual(['{}', ...HIT_EVENTS]);
});

it('returns unchanged lines to a plan that counts lines', async () => {
  expect(await planned([HIT, LINE], 2, 'lines')).toEqual([HIT, LINE]);
});

it('derives from the numbers what a plan counts if the plan does not state it', async () => {
  expect(await planned(['{}', LINE], 4)).toEqual(['{}', ...EVENTS]);
  expect(await planned(['{}', LINE], 2)).toEqual(['{}', LINE]);
});

it('returns events to a plan that does not state what it counts, if every line has one', async () => {
  expect(await planned([HIT, '{}'], 2)).toEqual([...HIT_EVENTS, '{}']);
});

it.each(['lines', 'events', undefined] as const)(
  'returns nothing of a source that has changed since its plan, which counts %s',
  async (counted) => {
    await expect(planned(['{}', LINE], 3, counted)).rejects.toThrow(
      /^The plan of a batch counts 3 lines of journal:one from 3 to 9, and the source gives [24]: its content has changed/,
    );
  },
);
