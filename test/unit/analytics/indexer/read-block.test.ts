import { expect, it } from 'vitest';
import { linesAsPlanned } from '../../../../analytics/indexer/read-block.ts';
import type { EventSource } from '../../../../journal/event-source.ts';
import { anEndedCall } from '../../../support/journal/an-ended-call.ts';

const { line: LINE, events: EVENTS } = anEndedCall(1);
const SOURCE = {
  readAgain: (firstOffset: bigint, lastOffset: bigint) =>
    Promise.resolve({ lines: ['{}', LINE], firstOffset, lastOffset }),
} as Partial<EventSource> as EventSource;

const planned = (lineCount: number) => linesAsPlanned(SOURCE, { firstOffset: 3n, lastOffset: 9n, lineCount });

it('gives a line for each event of a planned batch', async () => {
  expect(await planned(4)).toEqual(['{}', ...EVENTS]);
});

it('gives lines as they are to a batch that an earlier version planned, which took each for one', async () => {
  expect(await planned(2)).toEqual(['{}', LINE]);
});
