import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { advanceSource } from '../../../analytics/indexer/advance-source.ts';
import { LIMIT_COLUMNS } from '../../../analytics/indexer/events/limit-columns.ts';
import type { RefusingLimit } from '../../../contracts/ingest/events/refusing-limit.ts';
import type { RequestTerminal } from '../../../contracts/ingest/events/request-terminal.ts';
import type { EventSource } from '../../../journal/source/event-source.ts';
import { refusedCallsLine, refusedCallsStart } from '../../../proxy/decision-log/decision-lines.ts';
import { indexJournal } from './support/index-journal.ts';
import { createIngestWorld, type IngestWorld } from './support/ingest-world.ts';
import { memorySource } from './support/memory-source.ts';
import { unloadAll } from './support/rebuilt.ts';

const AT = '2026-03-02T10:15:00.000Z';
const MONTH: RefusingLimit = {
  ...{ id: 'month', node: 'team:org_here:search', unit: 'nano_usd' },
  ...{ limit: 9_000_000_000_000_000, observed: 8_999_999_999_999_999, bound: 450_000 },
  resets_at: '2026-04-01T00:00:00.000Z',
};
/** The columns of a fact with this limit. */
const OF_MONTH = {
  ...{ id: 'month', node: 'team:org_here:search', unit: 'nano_usd' },
  ...{ amount: '9000000000000000', observed: '8999999999999999', bound: '450000' },
  resets: '2026-04-01 00:00:00.000',
};
const OF_NONE = { id: '', node: '', unit: '', amount: null, observed: null, bound: null, resets: null };

let world: IngestWorld;
beforeEach(async () => {
  world = await createIngestWorld();
});
afterEach(() => world.drop());

async function advance(source: EventSource) {
  const lease = await world.ports.sources.lease(source, 'test');
  return advanceSource(world.ports, source, 'test', lease!.nextOffset);
}

/** The limits of the endings in a table, in the order of their arrival. */
async function limitsOf(table: 'request_terminals_v1' | 'replaced_terminals_v1'): Promise<object[]> {
  const query = `SELECT limit_id AS id, limit_node AS node, limit_unit AS unit, toString(limit_amount) AS amount,
      toString(limit_observed) AS observed, toString(limit_bound) AS bound, toString(limit_resets_at) AS resets
    FROM ${table} ORDER BY arrival_seq`;
  return (await world.clickhouse.query({ query, format: 'JSONEachRow' })).json();
}

const refused = (id: string, more: Partial<RequestTerminal> = {}): RequestTerminal => ({
  ...{ event: 'request_terminal', schema: 1, scope: world.scope, purpose: 'application', logical_request_id: id },
  ...{ admitted_at: AT, terminal_at: AT, status: 'refused', terminal_kind: 'budget_exceeded', attempt_count: 0 },
  ...more,
});

const cancelled = (id: string): RequestTerminal => refused(id, { status: 'cancelled', terminal_kind: 'caller_gone' });

describe('the limit of a refused request', () => {
  it('is in the columns of its ending; a line of an earlier gateway has none', async () => {
    await advance(memorySource([refused('one', { refused_by_limit: MONTH }), refused('two')]));
    expect(await limitsOf('request_terminals_v1')).toEqual([OF_MONTH, OF_NONE]);
  });

  it('is the first one that arrived: an ending without it or with another one is a repetition', async () => {
    const other = refused('one', { refused_by_limit: { ...MONTH, id: 'other' } });
    await advance(memorySource([refused('one', { refused_by_limit: MONTH })]));
    expect(await advance(memorySource([refused('one'), other]))).toMatchObject({ repeated: 2, quarantined: 0 });
    expect(await limitsOf('request_terminals_v1')).toEqual([OF_MONTH]);
  });

  it('has no used amount if requests share its line', async () => {
    const { organization_id: organizationId, workspace_id: workspaceId, ...scope } = world.scope;
    const leaf = { organizationId, workspaceId, applicationId: scope.application_id, gatewayId: scope.gateway_id };
    const call = {
      ...{ requestId: 'greq_1', traceId: undefined, streaming: false, bytes: 9, annotations: {} },
      key: { keyId: 'kid_1', owner: 'team', leaf: { ...leaf, environmentId: scope.environment_id }, rotations: [] },
      admittedAt: new Date(AT),
    };
    const requests = [
      { call, totalMs: 0.2 },
      { call: { ...call, requestId: 'greq_2' }, totalMs: 0.2 },
    ] as const;
    const line = refusedCallsLine(refusedCallsStart(call, 'budget_exceeded', MONTH), [...requests]);
    writeFileSync(join(world.folder, 'gateway-1.00000001.0123abcd.jsonl'), `${line}\n`);
    expect(await indexJournal(world)).toMatchObject({ lines: 4, quarantined: 0 });
    const shared = { ...OF_MONTH, observed: null };
    expect(await limitsOf('request_terminals_v1')).toEqual([shared, shared]);
  });

  it('stays with an ending that a cancellation replaces, before and after a rebuild', async () => {
    const sources = [
      memorySource([refused('together', { refused_by_limit: MONTH }), cancelled('together')]),
      memorySource([refused('apart', { refused_by_limit: MONTH }), refused('none')]),
      memorySource([cancelled('apart'), cancelled('none')]),
    ];
    for (const source of sources) await advance(source);
    const expectLimits = async (): Promise<void> => {
      expect(await limitsOf('request_terminals_v1')).toEqual([OF_MONTH, OF_NONE, OF_MONTH, OF_NONE, OF_NONE, OF_NONE]);
      expect(await limitsOf('replaced_terminals_v1')).toEqual([OF_MONTH, OF_MONTH, OF_NONE]);
    };
    await expectLimits();
    await unloadAll(world, 'empty');
    for (const source of sources) await advance(source);
    await expectLimits();
  });

  it('is absent for a replaced ending in a plan of a version without it', async () => {
    const sources = [memorySource([refused('one', { refused_by_limit: MONTH })]), memorySource([cancelled('one')])];
    for (const source of sources) await advance(source);
    await world.pool.query(
      `UPDATE ingest_batches SET replaced = (
         SELECT jsonb_agg(jsonb_set(ending, '{row}', (ending -> 'row') - $1::text[]))
         FROM jsonb_array_elements(replaced) AS ending) WHERE replaced <> '[]'`,
      [LIMIT_COLUMNS],
    );
    await unloadAll(world, 'empty');
    for (const source of sources) await advance(source);
    expect(await limitsOf('request_terminals_v1')).toEqual([OF_MONTH, OF_NONE]);
    expect(await limitsOf('replaced_terminals_v1')).toEqual([OF_NONE]);
  });
});
