import { describe, expect, it } from 'vitest';
import { factLine } from '../../../../../analytics/indexer/events/read-batch.ts';
import { toFact, toFactRow, toRequestFact } from '../../../../../analytics/indexer/events/fact-rows.ts';
import { foldLines, foldReplacedEndings } from '../../../../../analytics/indexer/folding/fold-lines.ts';
import type { RequestTerminal } from '../../../../../contracts/ingest/events/request-terminal.ts';
import type { ReleaseMarker } from '../../../../../contracts/ingest/events/release-marker.ts';
import type { FactEvent } from '../../../../../contracts/ingest/events/traffic-event.ts';

const AT = '2026-03-02T10:15:00.000Z';
const SCOPE = {
  organization_id: 'org_a',
  workspace_id: 't_a',
  application_id: 'app_a',
  gateway_id: 'gw_a',
  environment_id: 'env_a',
};
const STATED = { user: 'alice', feature: 'search', step_id: 's1', key: 'kid_1', 'tag.plan': 'pro', 'tag.a.b': 'x' };
const ENDED: RequestTerminal = {
  ...{ event: 'request_terminal', schema: 1, scope: SCOPE, purpose: 'application', logical_request_id: 'one' },
  ...{ admitted_at: AT, terminal_at: AT, status: 'succeeded', attempt_count: 1, dimensions: STATED },
};
const MARKER: ReleaseMarker = {
  ...{ event: 'release_marker', schema: 1, scope: SCOPE, release_id: 'r', marker_id: 'm', marker_kind: 'deployed' },
  ...{ actor_kind: 'person', occurred_at: AT },
};

const lineOf = (index: number, event: FactEvent) => factLine(index, '', event, toFact(event));
const ALL = new Map([
  ['user', [0, 2]],
  ['tenant', [0]],
  ['tags', [0, 1]],
  ['unknown', [0]],
]);

describe('folded lines', () => {
  it('have the folded value instead of each value, and all other cells', () => {
    const [line] = foldLines([lineOf(0, ENDED)], ALL);
    expect(toFactRow(line!.fact)).toEqual({
      ...toFactRow(toFact(ENDED)),
      ...{ user: ' folded', tags: 'folded\t folded' },
    });
  });

  it('state the folded values, so that an ending gives them to the row of its request', () => {
    const [line] = foldLines([lineOf(0, ENDED)], ALL);
    const stated = { user: ' folded', feature: 'search', step_id: 's1', key: 'kid_1', 'tag.folded': ' folded' };
    expect(line!.event).toEqual({ ...ENDED, dimensions: stated });
    expect(toFactRow(toRequestFact(line!.event as RequestTerminal))).toMatchObject({
      ...{ user: ' folded', feature: 'search', tenant: '', tags: 'folded\t folded' },
    });
  });

  it('keep their identity', () => {
    const line = lineOf(0, ENDED);
    expect(foldLines([line], ALL)[0]?.identity).toEqual(line.identity);
  });

  it('are unchanged at other positions, without dimensions, and without positions', () => {
    const { dimensions: _, ...plain } = ENDED;
    const lines = [lineOf(0, plain), lineOf(1, MARKER), lineOf(3, ENDED)];
    expect(foldLines(lines, ALL)).toEqual(lines);
    expect(foldLines(lines, new Map())).toBe(lines);
  });
});

describe('the rows of replaced endings', () => {
  const row = { workspace_id: 't_a', user: 'alice', tenant: '', feature: 'search', tags: 'plan\tpro' };

  it('have the folded values of their own line in the batch', () => {
    const endings = [
      { index: 9, seq: '100', row },
      { index: 10, seq: '103', row },
    ];
    expect(foldReplacedEndings(endings, ALL, 100n)).toEqual([
      { index: 9, seq: '100', row: { ...row, user: ' folded', tags: 'folded\t folded' } },
      { index: 10, seq: '103', row },
    ]);
  });

  it('are unchanged if they belong to an earlier batch', () => {
    const endings = [{ index: 0, seq: '99', row }];
    expect(foldReplacedEndings(endings, ALL, 100n)).toEqual(endings);
    expect(foldReplacedEndings(endings, new Map(), 100n)).toBe(endings);
  });
});
