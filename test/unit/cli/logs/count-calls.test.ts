import { describe, expect, it } from 'vitest';
import { sourceOfPieces } from '../../../../cli/logs/byte-source.ts';
import { eventsOfLine } from '../../../../cli/logs/events-of-line.ts';
import { CallCounter } from '../../../../cli/logs/groups/call-counter.ts';
import { GROUP_KEYS } from '../../../../cli/logs/groups/group-keys.ts';
import type { GroupTable } from '../../../../cli/logs/groups/group-table.ts';
import { SUMS, type SumName } from '../../../../cli/logs/groups/group-table.ts';
import { CallJoin, isCallEvent } from '../../../../cli/logs/join-calls.ts';
import { readLineBlocks } from '../../../../cli/logs/read-line-blocks.ts';
import { joinEdges } from '../../../../cli/logs/count/count-calls.ts';
import { PartScanner, type PartEdges } from '../../../../cli/logs/scan/part-scanner.ts';
import { SkippedLines } from '../../../../cli/logs/skipped-lines.ts';
import { chooseCaseCount } from '../../../../testing/choose-case-count.ts';
import { makeGatewayLog } from '../../../../testing/journal/make-gateway-log.ts';
import { makeMixedLog } from '../../../../testing/journal/make-mixed-log.ts';
import { createRandom } from '../../../../testing/random.ts';

const FROM = new Date('2026-10-31T22:00:00Z');
const SHAPE = { calls: 400, from: FROM, spanMs: 40_000 };
const ALL = { fromMs: Number.NEGATIVE_INFINITY, toMs: Number.POSITIVE_INFINITY };
const SOME = { fromMs: FROM.getTime() + 10_000, toMs: FROM.getTime() + 30_000 };
const LOGS = chooseCaseCount(6, 200);

describe('counting calls', () => {
  it.each([
    ['all calls', ALL],
    ['the calls of a window', SOME],
  ])('by the scanner gives what the rules of the format give: %s', async (_name, window) => {
    for (let seed = 0; seed < LOGS; seed += 1) {
      const lines = makeMixedLog({ ...SHAPE, seed });
      const counter = new CallCounter(GROUP_KEYS, window);
      const skipped = new SkippedLines();
      const scanner = new PartScanner({ counter, skipped, isPart: false });
      await scan(lines, scanner, skipped);
      await scanner.finishWhole();
      expect(shown(counter, skipped)).toEqual(countCarefully(lines, window));
    }
  });

  it('in parts gives what the whole log gives', async () => {
    for (let seed = 0; seed < LOGS; seed += 1) {
      const random = createRandom(seed);
      const lines = seed % 2 === 0 ? makeMixedLog({ ...SHAPE, seed }) : [...makeGatewayLog({ ...SHAPE, seed })];
      const counter = new CallCounter(GROUP_KEYS, SOME);
      const skipped = new SkippedLines();
      const edges: PartEdges[] = [];
      for (let from = 0; from < lines.length;) {
        const to = from + random.whole(1, 300);
        const scanner = new PartScanner({ counter, skipped, isPart: true });
        await scan(lines.slice(from, to), scanner, skipped);
        edges.push(await scanner.finishPart());
        from = to;
      }
      await joinEdges(edges, counter, skipped);
      expect(shown(counter, skipped)).toEqual(countCarefully(lines, SOME));
    }
  });

  it('counts only the calls of a trace', async () => {
    const lines = makeMixedLog({ ...SHAPE, seed: 3 });
    const counter = new CallCounter(['model'], ALL, 'trace-0000000000000003');
    const skipped = new SkippedLines();
    const scanner = new PartScanner({ counter, skipped, isPart: false });
    await scan(lines, scanner, skipped);
    await scanner.finishWhole();
    const calls = [...(counter.tables.get('model') as GroupTable).groups()].reduce((sum, row) => sum + row.calls, 0);
    expect(calls).toBe(6);
  });
});

async function scan(lines: readonly string[], scanner: PartScanner, skipped: SkippedLines): Promise<void> {
  const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
  const source = sourceOfPieces([bytes][Symbol.iterator](), () => Promise.resolve());
  for await (const block of readLineBlocks(source, skipped)) await scanner.scan(block);
}

function countCarefully(lines: readonly string[], window: typeof ALL): unknown {
  const counter = new CallCounter(GROUP_KEYS, window);
  const skipped = new SkippedLines();
  const join = new CallJoin();
  for (const line of lines) {
    if (line === '') continue;
    for (const event of eventsOfLine(line, false, skipped)) {
      if (!isCallEvent(event)) continue;
      const call = join.add(event, { file: '', offset: 0 });
      if (call === 'late_event') skipped.add('late_event');
      else if (call !== undefined) counter.add(call);
    }
  }
  for (const call of join.rest()) counter.add(call);
  return shown(counter, skipped);
}

function shown({ tables, activity }: CallCounter, skipped: SkippedLines): unknown {
  const groups = Object.fromEntries(
    [...tables].map(([key, table]) => [
      key,
      [...table.groups()]
        .map(({ key: name, statuses, sum, firstMs, lastMs, sketch }) => ({
          name: name ?? null,
          statuses,
          sums: (Object.keys(SUMS) as SumName[]).map((each) => String(sum(each))),
          firstMs,
          lastMs,
          bins: [...(sketch?.bins() ?? [])],
        }))
        .toSorted((one, other) => ((one.name ?? '') < (other.name ?? '') ? -1 : 1)),
    ]),
  );
  return { groups, hours: activity.hours, skipped: skipped.counts };
}
