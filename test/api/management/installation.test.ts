import { describe, expect, it } from 'vitest';
import { COMPONENTS } from '../../../domain/kernel/components.ts';
import { SCOPES } from '../../../domain/management/scopes.ts';
import { createManagementFixture, type ManagementFixture } from '../../../testing/apps/management-fixture.ts';
import {
  INSTALLATION_IDS,
  makeDeadItem,
  makeKnownGap,
  makeQuarantinedLine,
} from '../../../testing/fakes/installation.ts';

const NOW = '2026-03-01T12:00:00.000Z';
const AT = '2026-03-01T10:00:00.000Z';
const { workspace, environment, exclusion } = INSTALLATION_IDS;

const open = (): ManagementFixture => createManagementFixture({ token: { role: 'admin', scopes: SCOPES } });

type Answer = [number, Record<string, unknown>];

async function send(
  { app }: ManagementFixture,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: object,
): Promise<Answer> {
  const headers = { authorization: 'Bearer known' };
  const answer = await app.inject({ method, url: `/tt/api/v1/${path}`, headers, ...(payload && { payload }) });
  return [answer.statusCode, answer.json<Record<string, unknown>>()];
}

const get = (plane: ManagementFixture, path: string): Promise<Answer> => send(plane, 'GET', path);

const LINE = {
  line: '1042',
  reason: 'not_json',
  detail: 'The line is not JSON.',
  source: 'journal',
  location: '/journal/api-1.jsonl',
  set_aside_at: AT,
};

describe('the health of the installation', () => {
  it('has the state of every part, and the work that waits for a person', async () => {
    expect(await get(open(), 'health')).toEqual([
      200,
      {
        checked_at: NOW,
        postgres: 'up',
        clickhouse: 'up',
        journal: 'accepting',
        components: COMPONENTS.map((component) => ({ component, state: 'up', last_seen_seconds: 1 })),
        index: { state: 'current', waiting_seconds: 2 },
        producers: [{ producer_class: 'gateway_journal', last_indexed_at: AT }],
        sources: [],
        quarantine: { lines: 1, last_day: 1, most_frequent_reason: 'not_json', stored_bytes: 25, without_text: 0 },
        open_gaps: 1,
        outbox: { waiting: 0, dead: 1 },
        overdue_schedules: { count: 0, oldest_seconds: 0 },
      },
    ]);
  });

  it('has the freshness of every source: current, waiting or failing', async () => {
    const plane = open();
    const source = { kind: 'journal', nextOffset: 9n, isHeld: true, lastPlannedAt: new Date(NOW) } as const;
    const [waitingSince, failingSince] = [new Date(AT), new Date(AT)];
    plane.installation.sources = [
      { ...source, sourceId: 'journal:a', waitingSince, failingSince: undefined },
      { ...source, sourceId: 'journal:b', waitingSince, failingSince },
      { ...source, sourceId: 'journal:c', waitingSince: undefined, failingSince: undefined, lastPlannedAt: undefined },
    ];
    const shown = { kind: 'journal', held: true, next_offset: '9' };
    expect((await get(plane, 'health'))[1]['sources']).toEqual([
      { source_id: 'journal:a', state: 'waiting', ...shown, last_planned_at: NOW, waiting_since: AT },
      {
        ...{ source_id: 'journal:b', state: 'failing', ...shown },
        ...{ last_planned_at: NOW, waiting_since: AT, failing_since: AT },
      },
      { source_id: 'journal:c', state: 'current', ...shown },
    ]);
  });

  it('states why the journal accepts no lines', async () => {
    const plane = open();
    plane.backpressure = 'disk_full';
    expect((await get(plane, 'health'))[1]['journal']).toBe('disk_full');
  });

  it('is unknown while Postgres does not answer', async () => {
    const plane = open();
    plane.installation.isControlPlaneUp = false;
    const [status, { code }] = await get(plane, 'health');
    expect([status, code]).toEqual([503, 'dependency_unavailable']);
  });
});

describe('quarantined lines', () => {
  it('are listed without their texts, page by page', async () => {
    const plane = open();
    plane.installation.lines = [1044n, 1043n, 1042n].map((arrivalSeq) => makeQuarantinedLine({ arrivalSeq }));
    const [status, first] = await get(plane, 'quarantined-lines?limit=2');
    expect([status, first['lines']]).toEqual([
      200,
      [
        { ...LINE, line: '1044' },
        { ...LINE, line: '1043' },
      ],
    ]);
    const cursor = String(first['next_cursor']);
    expect(await get(plane, `quarantined-lines?limit=2&cursor=${cursor}`)).toEqual([
      200,
      { lines: [LINE], next_cursor: '' },
    ]);
    const [refused, { code }] = await get(plane, `quarantined-lines?state=discarded&cursor=${cursor}`);
    expect([refused, code]).toEqual([400, 'bad_request']);
  });

  it('are selected by reason and state', async () => {
    const plane = open();
    expect((await get(plane, 'quarantined-lines?reason=wrong_shape'))[1]['lines']).toEqual([]);
    expect((await get(plane, 'quarantined-lines?state=discarded'))[1]['lines']).toEqual([]);
    expect((await get(plane, 'quarantined-lines?reason=other'))[0]).toBe(400);
  });

  it('show their text only one at a time', async () => {
    expect(await get(open(), 'quarantined-lines/1042')).toEqual([200, { ...LINE, text: '{"prompt":"my name is Ada' }]);
  });

  it.each(['0', '01', '-1', '1.5', 'first', '9'.repeat(19)])('have no number %s', async (line) => {
    expect((await get(open(), `quarantined-lines/${line}`))[0]).toBe(404);
  });

  it('keep the time and the reason of the first discard', async () => {
    const plane = open();
    const discarded = { ...LINE, discarded_at: NOW, discard_reason: 'A test file' };
    const path = 'quarantined-lines/1042/discard';
    expect(await send(plane, 'POST', path, { reason: 'A test file' })).toEqual([200, discarded]);
    expect(await send(plane, 'POST', path, { reason: 'Again' })).toEqual([200, discarded]);
    expect((await send(plane, 'POST', path, {}))[0]).toBe(400);
  });
});

describe('dead outbox items', () => {
  const item = {
    item: '7',
    kind: 'start_report_run',
    workflow_id: 'rrun_00000000000000000000000001',
    created_at: AT,
    given_up_at: NOW,
    last_error: 'no such namespace',
  };

  it('are listed page by page, with the beginning of a long error', async () => {
    const plane = open();
    plane.installation.items = [
      makeDeadItem({ outboxId: 8n, lastError: 'e'.repeat(3_000) }),
      makeDeadItem({ outboxId: 7n }),
    ];
    const [, first] = await get(plane, 'outbox/dead-items?limit=1');
    expect(first['items']).toEqual([{ ...item, item: '8', last_error: 'e'.repeat(2_000) }]);
    expect(await get(plane, `outbox/dead-items?cursor=${String(first['next_cursor'])}`)).toEqual([
      200,
      { items: [item], next_cursor: '' },
    ]);
  });

  it('are returned to the relay once', async () => {
    const plane = open();
    expect(await send(plane, 'POST', 'outbox/dead-items/7/retry')).toEqual([200, item]);
    expect((await send(plane, 'POST', 'outbox/dead-items/7/retry'))[0]).toBe(404);
  });
});

describe('coverage gaps', () => {
  const gap = {
    gap: '3',
    workspace_id: workspace,
    producer_class: 'gateway_journal',
    from: AT,
    to: NOW,
    cause: 'quarantined',
    reason: 'not_json',
    lines: 2,
  };

  it('are listed for one workspace', async () => {
    const plane = open();
    plane.installation.gaps = [makeKnownGap({ environmentId: environment })];
    expect(await get(plane, `coverage-gaps?workspace_id=${workspace}`)).toEqual([
      200,
      { gaps: [{ ...gap, environment_id: environment }], next_cursor: '' },
    ]);
    expect((await get(plane, 'coverage-gaps'))[0]).toBe(400);
    expect((await get(plane, 'coverage-gaps?workspace_id=t_00000000000000000000000002'))[1]['gaps']).toEqual([]);
  });

  it('are closed with a reason, and then listed as closed', async () => {
    const plane = open();
    const closed = { ...gap, closed_at: NOW, close_reason: 'The sender was off' };
    expect(await send(plane, 'POST', 'coverage-gaps/3/close', { reason: 'The sender was off' })).toEqual([200, closed]);
    const list = `coverage-gaps?workspace_id=${workspace}`;
    expect((await get(plane, list))[1]['gaps']).toEqual([]);
    expect((await get(plane, `${list}&state=closed`))[1]['gaps']).toEqual([closed]);
  });
});

describe('budgets', () => {
  it('of comparisons are read and set by workspace', async () => {
    const plane = open();
    const path = `workspaces/${workspace}/comparison-budget`;
    const budget = { workspace_id: workspace, reserved_nano_usd: '1000000', settled_nano_usd: '2000000' };
    expect(await get(plane, path)).toEqual([200, { ...budget, limit_nano_usd: '25000000000', changed_at: AT }]);
    expect(await send(plane, 'PUT', path, { limit_nano_usd: '0' })).toEqual([
      200,
      { ...budget, limit_nano_usd: '0', changed_at: NOW },
    ]);
  });

  it.each(['-1', '1.5', '01', '9'.repeat(22)])('refuse the limit %s', async (limit_nano_usd) => {
    const path = `workspaces/${workspace}/comparison-budget`;
    expect((await send(open(), 'PUT', path, { limit_nano_usd }))[0]).toBe(400);
  });

  it('of judges have the caps of the configuration file, and the spend of the day', async () => {
    expect(await get(open(), 'evals/judge-budgets')).toEqual([
      200,
      {
        day: '2026-03-01',
        budgets: [
          {
            evaluator_id: 'judge.safety',
            daily_cap_nano_usd: '5000000000',
            reserved_nano_usd: '3000000',
            settled_nano_usd: '4000000',
          },
          {
            evaluator_id: 'judge.tone',
            daily_cap_nano_usd: '1000000000',
            reserved_nano_usd: '0',
            settled_nano_usd: '0',
          },
        ],
      },
    ]);
  });
});

describe('retention', () => {
  it('has the lifetimes of all kinds of rows', async () => {
    expect(await get(open(), 'retention')).toEqual([
      200,
      {
        lifetimes: {
          audit_days: 400,
          answer_days: 30,
          run_days: 90,
          idempotency_key_days: 7,
          sent_outbox_item_days: 7,
          quarantined_line_days: 30,
          silent_instance_days: 7,
          notice_days: 90,
          experiment_answer_days: 30,
        },
      },
    ]);
  });

  it('has the horizon and the last erasure of a workspace', async () => {
    expect(await get(open(), `workspaces/${workspace}/retention`)).toEqual([
      200,
      { workspace_id: workspace, keeps_from: NOW, erased_before: AT },
    ]);
  });
});

describe('exclusions', () => {
  const body = { node_id: environment, from: '2026-02-01T08:00:00Z', to: '2026-02-01T09:00:00Z', reason: 'Load test' };
  const added = {
    exclusion_id: 'excl_00000000000000000000000002',
    workspace_id: workspace,
    node_id: environment,
    from: '2026-02-01T08:00:00.000Z',
    to: '2026-02-01T09:00:00.000Z',
    reason: 'Load test',
    created_at: NOW,
  };

  it('are added, listed page by page, and removed', async () => {
    const plane = open();
    expect(await send(plane, 'POST', 'exclusions', body)).toEqual([200, added]);
    const list = `exclusions?workspace_id=${workspace}`;
    const [, first] = await get(plane, `${list}&limit=1`);
    expect(first['exclusions']).toEqual([added]);
    const [, second] = await get(plane, `${list}&cursor=${String(first['next_cursor'])}`);
    expect(second).toMatchObject({ exclusions: [{ exclusion_id: exclusion }], next_cursor: '' });
    expect(await send(plane, 'DELETE', `exclusions/${exclusion}`)).toEqual([
      200,
      { exclusion_id: exclusion, removed: true },
    ]);
    expect((await send(plane, 'DELETE', `exclusions/${exclusion}`))[0]).toBe(404);
  });

  it.each([
    [400, { ...body, to: body.from }],
    [400, { ...body, from: '2026-02-01T08:30:00Z' }],
    [400, { ...body, to: '2026-02-30T08:00:00Z' }],
    [400, { ...body, node_id: 'org_00000000000000000000000001' }],
    [400, { ...body, reason: '' }],
    [404, { ...body, node_id: 'env_00000000000000000000000009' }],
  ])('are refused with %i: %o', async (status, refused) => {
    const plane = open();
    expect((await send(plane, 'POST', 'exclusions', refused))[0]).toBe(status);
    expect(plane.installation.exclusions).toHaveLength(1);
  });
});

it('leaves a row in the audit for each write, with the ids that it changed', async () => {
  const plane = open();
  await send(plane, 'POST', 'quarantined-lines/1042/discard', { reason: 'A test file' });
  await send(plane, 'PUT', `workspaces/${workspace}/comparison-budget`, { limit_nano_usd: '1' });
  await send(plane, 'DELETE', `exclusions/${exclusion}`);
  expect(plane.audit.rows.map(({ operation, end }) => [operation, end?.outcome])).toEqual([
    ['management.quarantined_lines.discard', 'accepted'],
    ['management.comparison_budgets.set', 'accepted'],
    ['management.exclusions.remove', 'accepted'],
  ]);
  expect(plane.audit.rows.at(-1)?.targets).toEqual([exclusion]);
});
