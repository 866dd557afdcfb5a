import { describe, expect, it } from 'vitest';
import { findBatchGaps } from '../../../../analytics/indexer/find-batch-gaps.ts';
import { prepareBatch } from '../../../../analytics/indexer/prepare-batch.ts';
import { readBatch } from '../../../../analytics/indexer/read-batch.ts';

const scope = {
  organization_id: 'org_1',
  workspace_id: 't_1',
  application_id: 'app_1',
  gateway_id: 'gw_1',
  environment_id: 'env_1',
};
const leaf = {
  organizationId: 'org_1',
  workspaceId: 't_1',
  applicationId: 'app_1',
  gatewayId: 'gw_1',
  environmentId: 'env_1',
};
const scopes = {
  leaves: () => Promise.resolve([leaf]),
  workspaces: () => Promise.resolve([]),
  horizons: () => Promise.resolve(new Map<string, number>()),
};
const NOW = new Date('2026-03-01T00:00:00Z');
const at = (ms: number): string => new Date(Date.UTC(2026, 0, 1) + ms).toISOString();
const admitted = (ms: number): object => ({
  event: 'request_admitted',
  schema: 1,
  scope,
  purpose: 'application',
  logical_request_id: `r${ms}`,
  admitted_at: at(ms),
  streaming: false,
});
const spoilt = (ms: number): object => ({ ...admitted(ms), surprise: 1 });

const prepared = async (texts: readonly string[]) =>
  prepareBatch(await readBatch(texts, scopes), {
    repeated: new Set(),
    late: new Set(),
    opening: new Set(),
    replaced: [],
  });

const spans = async (lines: readonly (object | string)[], served: Parameters<typeof findBatchGaps>[1] = []) => {
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  const gaps = findBatchGaps(await prepared(texts), served, NOW);
  const base = Date.UTC(2026, 0, 1);
  return gaps.map((gap) => [gap.workspaceId, gap.producerClass, gap.fromMs - base, gap.toMs - base]);
};

describe('the gaps of a batch', () => {
  it('are none when every line is valid', async () => {
    expect(await spans([admitted(0), '', admitted(5)])).toEqual([]);
  });

  it('are none of outcomes, which no figure is made of', async () => {
    const outcome = { ...admitted(7), event: 'evaluation_outcome' };
    expect(await spans([outcome, JSON.stringify({ event: 'evaluation_outcome' })])).toEqual([]);
  });

  it('are instants where faulty lines tell workspace and time, each once', async () => {
    expect(await spans([spoilt(7), admitted(0), spoilt(9), spoilt(7)])).toEqual([
      ['t_1', 'gateway_journal', 7, 8],
      ['t_1', 'gateway_journal', 9, 10],
    ]);
  });

  it('are one span when there are more than a hundred instants', async () => {
    const many = Array.from({ length: 101 }, (_, index) => spoilt(index * 10));
    expect(await spans(many)).toEqual([['t_1', 'gateway_journal', 0, 1_001]]);
  });

  it('reach over the whole batch when a line tells nothing', async () => {
    expect(await spans([admitted(3), 'torn', admitted(40)])).toEqual([['t_1', 'gateway_journal', 3, 41]]);
  });

  it('reach from the newest known event to now when no line of the batch tells anything', async () => {
    const served = [{ organizationId: 'org_1', workspaceId: 't_1', newestMs: Date.UTC(2026, 0, 1) + 5 }];
    expect(await spans(['torn'], served)).toEqual([
      ['t_1', 'gateway_journal', 5, NOW.getTime() - Date.UTC(2026, 0, 1)],
    ]);
  });

  it('belong to the producer whose line is missing', async () => {
    const marker = { event: 'release_marker', schema: 1, scope, occurred_at: at(2) };
    expect(await spans([marker])).toEqual([['t_1', 'control_plane_outbox', 2, 3]]);
  });
});

describe('a batch', () => {
  it('sets aside events whose ids do not form one known chain', async () => {
    const moved = { ...admitted(0), scope: { ...scope, application_id: 'app_2' } };
    const batch = await prepared([JSON.stringify(moved), JSON.stringify(admitted(1))]);
    expect(batch.faulty.map(({ index, reason }) => [index, reason])).toEqual([[0, 'unknown_scope']]);
    expect(batch.eventCounts).toEqual({ request_admitted: 1 });
  });
});
