import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { InsightQuery } from '../../../contracts/insight/insight-query.ts';
import type { FactColumns } from '../../../testing/insight/facts.ts';
import { RowWorld, type RowOptions } from '../../../testing/insight/row-world.ts';

function verdict(request: string, id: string, revision: number, at: string, more: FactColumns = {}): FactColumns {
  return {
    logical_request_id: request,
    feedback_id: id,
    issuer_ref: 'i1',
    issuer: 'Ada',
    value: 'positive',
    revision,
    occurred_at: at,
    source: 'thumbs',
    match: 'matched',
    ...more,
  };
}

let world: RowWorld;

beforeAll(async () => {
  world = await RowWorld.create(inject('clickhouseUrl'));
  await world.facts.insert({
    feedback_verdicts_v1: [
      verdict('q1', 'f1', 1, '2026-01-05 10:00:00.000'),
      verdict('q1', 'f1', 2, '2026-01-06 10:00:00.000', { value: 'negative', match: 'pending' }),
      // The newest revision is after the window, in another environment, or above the fence.
      verdict('q2', 'f1', 1, '2026-01-07 10:00:00.000'),
      verdict('q2', 'f1', 2, '2026-02-01 00:00:00.000'),
      verdict('q3', 'f1', 1, '2026-01-08 10:00:00.000'),
      verdict('q3', 'f1', 2, '2026-01-08 11:00:00.000', { environment_id: 'env_b' }),
      verdict('q4', 'f1', 1, '2026-01-09 10:00:00.000', { release_id: 'r1' }),
      verdict('q4', 'f1', 2, '2026-01-10 10:00:00.000', { release_id: 'r2', arrival_seq: '150' }),
      // Three verdicts share one instant. They are ordered by request, issuer and feedback id, ascending.
      verdict('q5', 'f2', 1, '2026-01-11 10:00:00.000', { issuer: '' }),
      verdict('q5', 'f1', 1, '2026-01-11 10:00:00.000', { issuer_ref: 'i2', match: 'unmatched' }),
      verdict('q5', 'f1', 1, '2026-01-11 10:00:00.000'),
      // An older revision that arrived later changes nothing.
      verdict('q6', 'f1', 3, '2026-01-12 10:00:00.000', { value: 'neutral' }),
      verdict('q6', 'f1', 2, '2026-01-13 10:00:00.000', { arrival_seq: '20' }),
      verdict('q7', 'f1', 1, '2026-01-14 10:00:00.000', { workspace_id: 't_b' }),
      verdict('q8', 'f1', 1, '2026-01-14 10:00:00.000', { purpose: 'judge' }),
    ],
  });
});

afterAll(() => world.facts.drop());

async function feedback(query: Partial<InsightQuery> = {}, options: RowOptions = {}) {
  return (await world.ask({ drilldown: 'feedback', ...query }, options)).answer.feedback ?? [];
}

async function names(query: Partial<InsightQuery> = {}, options: RowOptions = {}): Promise<string[]> {
  const rows = await feedback(query, options);
  return rows.map((row) => `${row.logical_request_id} ${row.issuer_ref} ${row.feedback_id} #${row.revision}`);
}

const ALL = ['q6 i1 f1 #3', 'q5 i1 f1 #1', 'q5 i1 f2 #1', 'q5 i2 f1 #1', 'q4 i1 f1 #1', 'q1 i1 f1 #2'];

describe('feedback rows', () => {
  it('are the newest revisions of verdicts, before window, scope and fence apply', async () => {
    expect(await names()).toEqual(ALL);
    expect(await names({}, { snapshot: { fence: 200n } })).toContain('q4 i1 f1 #2');
    expect(await names({}, { scope: { environmentIds: ['env_b'] } })).toEqual(['q3 i1 f1 #2']);
    expect(await names({ to: '2026-02-02T00:00:00Z' })).toContain('q2 i1 f1 #2');
    expect(await names({ to: '2026-01-06T10:00:00Z' })).toEqual([]);
  });

  it('have everything except the issuer’s label, which needs content.read', async () => {
    const row = {
      logical_request_id: 'q1',
      application_id: 'app_a',
      gateway_id: 'gw_a',
      environment_id: 'env_a',
      issuer_ref: 'i1',
      feedback_id: 'f1',
      value: 'negative',
      revision: '2',
      occurred_at: '2026-01-06T10:00:00.000Z',
      source: 'thumbs',
      match: 'pending',
      purpose: 'application',
    };
    const filter = { feedback_filter: { logical_request_id: 'q1' } };
    expect(await feedback(filter)).toEqual([row]);
    expect(await feedback(filter, { scope: { mayReadContent: true } })).toEqual([{ ...row, issuer: 'Ada' }]);
    const [, unlabelled] = await feedback(
      { feedback_filter: { logical_request_id: 'q5' } },
      { scope: { mayReadContent: true } },
    );
    expect(unlabelled).not.toHaveProperty('issuer');
  });

  it('can be filtered by request, match, purpose and the newest revision’s release', async () => {
    expect(await names({ feedback_filter: { match: 'pending' } })).toEqual(['q1 i1 f1 #2']);
    expect(await names({ feedback_filter: { match: 'unmatched' } })).toEqual(['q5 i2 f1 #1']);
    expect(await names({ feedback_filter: { logical_request_id: 'q5', match: 'matched' } })).toHaveLength(2);
    expect(await names({ purposes: ['judge'] })).toEqual(['q8 i1 f1 #1']);
    expect(await names({ release_ids: ['r1'] })).toEqual(['q4 i1 f1 #1']);
    expect(await names({ release_ids: ['r1'] }, { snapshot: { fence: 200n } })).toEqual([]);
    expect(await names({ feedback_filter: { logical_request_id: `q1' OR '1'='1` } })).toEqual([]);
  });

  it('are truncated if the page is full, and continue at its end', async () => {
    const pages = await world.pages({ drilldown: 'feedback', page_size: 2 });
    expect(pages.map((page) => page.truncated)).toEqual([true, true, true]);
    const rows = pages.flatMap((page) => page.feedback ?? []);
    expect(
      rows.map((row) => `${row.logical_request_id} ${row.issuer_ref} ${row.feedback_id} #${row.revision}`),
    ).toEqual(ALL);
    const whole = await world.ask({ drilldown: 'feedback', page_size: 7 });
    expect([whole.answer.truncated, whole.nextCursor]).toEqual([false, undefined]);
  });
});

describe('marker rows', () => {
  beforeAll(() =>
    world.facts.insert({
      release_markers_v1: [
        marker('k1', '2026-01-05 10:00:00.000', { effective_digest: 'sha256:ab', actor_kind: 'person' }),
        marker('k2', '2026-01-05 10:00:00.000', { marker_kind: 'rolled_back', release_id: 'r2' }),
        marker('k3', '2026-01-06 10:00:00.000', { environment_id: 'env_b' }),
        marker('k4', '2026-01-07 10:00:00.000', { arrival_seq: '150' }),
        marker('k5', '2026-02-01 00:00:00.000'),
      ],
    }),
  );

  function marker(id: string, at: string, more: FactColumns = {}): FactColumns {
    return {
      marker_id: id,
      occurred_at: at,
      marker_kind: 'deployed',
      release_id: 'r1',
      actor_kind: 'automation',
      purpose: '',
      ...more,
    };
  }

  const markers = async (query: Partial<InsightQuery> = {}, options: RowOptions = {}) => {
    return (await world.ask({ shape: 'markers', ...query }, options)).answer.markers ?? [];
  };

  it('are the changes of the scope and window, newest first, for all purposes', async () => {
    const first = {
      marker_kind: 'rolled_back',
      release_id: 'r2',
      gateway_id: 'gw_a',
      environment_id: 'env_a',
      actor_kind: 'automation',
      occurred_at: '2026-01-05T10:00:00.000Z',
    };
    const second = {
      ...first,
      marker_kind: 'deployed',
      release_id: 'r1',
      effective_digest: 'sha256:ab',
      actor_kind: 'person',
    };
    expect(await markers()).toEqual([first, second]);
    expect(await markers({ purposes: ['judge'] })).toEqual([first, second]);
    expect(await markers({ release_ids: ['r2'] })).toEqual([first]);
    expect(await markers({}, { scope: { environmentIds: ['env_a', 'env_b'] } })).toHaveLength(3);
    expect(await markers({}, { snapshot: { fence: 200n } })).toHaveLength(3);
  });

  it('remain in excluded traffic, and expire with the horizon', async () => {
    const [from, to] = [new Date('2026-01-05T00:00:00.000Z'), new Date('2026-01-06T00:00:00.000Z')];
    expect(await markers({}, { snapshot: { exclusions: [{ environmentIds: ['env_a'], from, to }] } })).toHaveLength(2);
    expect(await markers({}, { snapshot: { keepsFrom: to } })).toEqual([]);
  });

  it('are paged', async () => {
    const pages = await world.pages({ shape: 'markers', page_size: 1 });
    expect(pages.map((page) => page.markers?.map((row) => row.release_id))).toEqual([['r2'], ['r1']]);
  });
});
