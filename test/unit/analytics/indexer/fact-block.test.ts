import { describe, expect, it } from 'vitest';
import { toFact } from '../../../../analytics/indexer/events/fact-rows.ts';
import { factBlock, type IndexedRow } from '../../../../analytics/indexer/loading/insert-facts.ts';
import type { RefusingLimit } from '../../../../contracts/ingest/events/refusing-limit.ts';
import type { RequestAdmitted } from '../../../../contracts/ingest/events/request-admitted.ts';

const scope = {
  ...{ organization_id: 'org_here', workspace_id: 't_here', application_id: 'app_here', gateway_id: 'gw_here' },
  environment_id: 'env_here',
};

const row = (index: number, dimensions?: RequestAdmitted['dimensions']): IndexedRow => {
  const request = { schema: 1, scope, purpose: 'application', logical_request_id: String(index) } as const;
  const admission = { event: 'request_admitted', ...request, admitted_at: '2026-03-02T10:15:00.000Z' } as const;
  return { index, fact: toFact(dimensions === undefined ? admission : { ...admission, dimensions }) };
};

const REQUIRED = [
  ...['arrival_seq', 'batch_id', 'organization_id', 'workspace_id', 'application_id', 'gateway_id', 'environment_id'],
  ...['purpose', 'logical_request_id', 'release_id', 'route_id', 'team_id', 'input_size_bucket', 'trace_id'],
  ...['admitted_at', 'streaming', 'streaming_unknown'],
];

function blockOf(...rows: readonly [IndexedRow, ...IndexedRow[]]) {
  return factBlock('request_admissions_v1', [{ batch: { batchId: 1n, firstSeq: 1n }, rows }]);
}

describe('a block of facts', () => {
  it('has no column for a dimension that no row states', () => {
    expect(blockOf(row(0), row(1)).columns.map(({ name }) => name)).toEqual(REQUIRED);
  });

  it('has the other dimensions of all rows, however late the first row states them', () => {
    const before = Array.from({ length: 1_000 }, (_, index) => row(index + 1));
    const { rows, columns } = blockOf(row(0), ...before, row(1_001, { user: 'u', 'tag.a': 'x' }), row(1_002));
    expect(columns.map(({ name }) => name)).toEqual([...REQUIRED, 'user', 'tags']);
    const [users, tags] = columns.slice(-2).map(({ written }) => Buffer.concat([...written]));
    expect(rows).toBe(1_003);
    expect(users).toEqual(Buffer.concat([Buffer.alloc(1_001), Buffer.from([1, 0x75, 0])]));
    expect(tags).toEqual(
      Buffer.concat([Buffer.alloc(8 * 1_001), Buffer.from([1, 0, 0, 0, 0, 0, 0, 0]), Buffer.from([1, 0, 0, 0, 0, 0, 0, 0, 1, 0x61, 1, 0x78])]), // oxfmt-ignore
    );
  });

  it('has the columns of a limit only if a limit refused one of the rows', () => {
    const ending = (index: number, limit?: RefusingLimit): IndexedRow => {
      const about = { schema: 1, scope, purpose: 'application', logical_request_id: String(index) } as const;
      const at = '2026-03-02T10:15:00.000Z';
      const times = { admitted_at: at, terminal_at: at, attempt_count: 0 } as const;
      const event = { event: 'request_terminal', ...about, ...times, status: 'refused' } as const;
      return { index, fact: toFact(limit === undefined ? event : { ...event, refused_by_limit: limit }) };
    };
    const limitColumnsOf = (...rows: readonly [IndexedRow, ...IndexedRow[]]) =>
      factBlock('request_terminals_v1', [{ batch: { batchId: 1n, firstSeq: 1n }, rows }]).columns.filter(({ name }) =>
        name.startsWith('limit_'),
      );
    expect(limitColumnsOf(ending(0), ending(1))).toEqual([]);
    const slots = { id: 'slots', node: 'key:kid_1', unit: 'calls', limit: 3, bound: 1 } as const;
    const columns = limitColumnsOf(ending(0), ending(1, slots), ending(2));
    const bytesOf = new Map(columns.map(({ name, written }) => [name, Buffer.concat([...written])]));
    expect([...bytesOf.keys()]).toEqual(['limit_id', 'limit_node', 'limit_unit', 'limit_amount', 'limit_bound']);
    // The flags of null, and then the numbers.
    const amounts = Buffer.alloc(3 + 3 * 8);
    amounts.set([1, 0, 1]);
    amounts.writeBigUInt64LE(3n, 3 + 8);
    expect(bytesOf.get('limit_amount')).toEqual(amounts);
  });
});
