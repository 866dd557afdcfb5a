import { describe, expect, it } from 'vitest';
import { findBatchGaps } from '../../../../analytics/indexer/planning/find-batch-gaps.ts';
import { prepareBatch } from '../../../../analytics/indexer/loading/prepare-batch.ts';
import { readBatch } from '../../../../analytics/indexer/events/read-batch.ts';

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
  erasedUsers: () => Promise.resolve({ isEmpty: true, has: () => false }),
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
  it('are empty if every line is valid', async () => {
    expect(await spans([admitted(0), '', admitted(5)])).toEqual([]);
  });

  it('are empty for outcomes, which affect no figure', async () => {
    const outcome = { ...admitted(7), event: 'evaluation_outcome' };
    expect(await spans([outcome, JSON.stringify({ event: 'evaluation_outcome' })])).toEqual([]);
  });

  it('are instants if faulty lines have workspace and time, each once', async () => {
    expect(await spans([spoilt(7), admitted(0), spoilt(9), spoilt(7)])).toEqual([
      ['t_1', 'gateway_journal', 7, 8],
      ['t_1', 'gateway_journal', 9, 10],
    ]);
  });

  it('are one span per hour if there are more than a hundred instants', async () => {
    const hour = 3_600_000;
    const many = Array.from({ length: 101 }, (_, index) => spoilt(index * 10));
    expect(await spans([spoilt(3 * hour), ...many, spoilt(3 * hour + 5)])).toEqual([
      ['t_1', 'gateway_journal', 0, 1_001],
      ['t_1', 'gateway_journal', 3 * hour, 3 * hour + 6],
    ]);
  });

  it('are at most a thousand, of which the nearest are joined', async () => {
    const day = 86_400_000;
    const near = Array.from({ length: 600 }, (_, index) => spoilt(index * day));
    const far = Array.from({ length: 600 }, (_, index) => spoilt((600 + index * 10) * day));
    const found = await spans([...near, ...far]);
    expect(found).toHaveLength(1_000);
    // The 600 separate gaps remain unchanged.
    expect(found.slice(-599)).toEqual(
      far.slice(1).map((_, index) => {
        const from = (610 + index * 10) * day;
        return ['t_1', 'gateway_journal', from, from + 1];
      }),
    );
  });

  it('reach from the line before to the line after an unreadable line', async () => {
    const lines = [admitted(0), admitted(3), 'torn', 'torn', admitted(40), admitted(50)];
    expect(await spans(lines)).toEqual([['t_1', 'gateway_journal', 3, 41]]);
  });

  it('are half a day on both sides if these lines are further apart', async () => {
    const [day, years] = [86_400_000, 6_000 * 86_400_000];
    expect(await spans([admitted(0), 'torn', admitted(years)])).toEqual([
      ['t_1', 'gateway_journal', 0, day / 2],
      ['t_1', 'gateway_journal', years - day / 2, years + 1],
    ]);
    // A log need not be ordered.
    expect(await spans([admitted(years), 'torn', admitted(0)])).toEqual(
      await spans([admitted(0), 'torn', admitted(years)]),
    );
  });

  it('are near the newest known event and near now if all lines of the batch are unreadable', async () => {
    const served = [{ organizationId: 'org_1', workspaceId: 't_1', newestMs: Date.UTC(2026, 0, 1) + 5 }];
    const [halfADay, now] = [43_200_000, NOW.getTime() - Date.UTC(2026, 0, 1)];
    expect(await spans(['torn'], served)).toEqual([
      ['t_1', 'gateway_journal', 5, 5 + halfADay],
      ['t_1', 'gateway_journal', now - halfADay, now + 1],
    ]);
  });

  it('are all time between two lines of a stream around lost messages', async () => {
    const lost = JSON.stringify({ event: 'unreadable', reason: 'not_kept', detail: 'Deleted.' });
    const year = 365 * 86_400_000;
    expect(await spans([admitted(0), lost, admitted(year)])).toEqual([['t_1', 'gateway_journal', 0, year + 1]]);
  });

  it('are instants of every workspace if a line has only its time', async () => {
    const nobody = JSON.stringify({ ...admitted(7), scope: {} });
    expect(await spans([admitted(0), nobody, admitted(1_000)])).toEqual([['t_1', 'gateway_journal', 7, 8]]);
  });

  it('have their environment, and the reason of the quarantine', async () => {
    const elsewhere = { ...spoilt(7), scope: { ...scope, environment_id: 'env_2' } };
    const texts = [spoilt(7), elsewhere, { ...admitted(7), schema: 2 }, { ...admitted(9), scope: {} }];
    const gaps = findBatchGaps(await prepared(texts.map((line) => JSON.stringify(line))), [], NOW);
    expect(gaps.map(({ environmentId, reason, lines }) => [environmentId, reason, lines])).toEqual([
      ['env_1', 'unknown_schema, wrong_shape', [0, 2]],
      ['env_2', 'wrong_shape', [1]],
      [undefined, 'wrong_shape', [3]],
    ]);
  });

  it('belong to the producer whose line is missing', async () => {
    const marker = { event: 'release_marker', schema: 1, scope, occurred_at: at(2) };
    expect(await spans([marker])).toEqual([['t_1', 'control_plane_outbox', 2, 3]]);
  });
});

describe('a batch', () => {
  it('quarantines events whose ids do not form one known chain', async () => {
    const moved = { ...admitted(0), scope: { ...scope, application_id: 'app_2' } };
    const batch = await prepared([JSON.stringify(moved), JSON.stringify(admitted(1))]);
    expect(batch.faulty.map(({ index, reason }) => [index, reason])).toEqual([[0, 'unknown_scope']]);
    expect(batch.eventCounts).toEqual({ request_admitted: 1 });
  });
});
