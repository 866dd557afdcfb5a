import { describe, expect, it } from 'vitest';
import { TEST_BUILD, START_TIME, TestApi } from '../../testing/api/test-api.ts';

const quiet = {
  heartbeats: () => Promise.resolve(new Map()),
  outbox: () => Promise.resolve({ waiting: 0, dead: 0 }),
  lastSweep: () => Promise.resolve(undefined),
  overdueSchedules: () => Promise.resolve({ count: 0, oldestSeconds: 0 }),
  indexState: () => Promise.resolve({ waitingSince: undefined }),
  indexBehindSeconds: 60,
};

describe('/healthz', () => {
  it('calls no dependency, and states for how long this process did not respond', async () => {
    const { status, body } = await new TestApi({ health: undefined as never }).get('/healthz', { as: 'nobody' });
    expect([status, body]).toEqual([200, { status: 'alive', ...TEST_BUILD, longest_stall_ms: 7 }]);
  });
});

describe('/readyz', () => {
  it('reports every component if Postgres answers', async () => {
    const heartbeats = new Map([
      ['relay', new Date(START_TIME.getTime() - 3_000)],
      ['indexer', new Date(START_TIME.getTime() - 61_000)],
    ] as const);
    const health = { ...quiet, heartbeats: () => Promise.resolve(heartbeats), pingClickHouse: () => Promise.resolve() };
    const { status, body } = await new TestApi({ health }).get('/readyz', { as: 'nobody' });
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'ready',
      postgres: 'up',
      clickhouse: 'up',
      components: {
        api: { state: 'down' },
        'worker.requested_runs': { state: 'down' },
        'worker.dispatcher': { state: 'down' },
        'worker.due_runs': { state: 'down' },
        'worker.comparison_runs': { state: 'down' },
        'worker.housekeeping': { state: 'down' },
        relay: { state: 'up', last_seen_seconds: 3 },
        reconciler: { state: 'down' },
        indexer: { state: 'down', last_seen_seconds: 61 },
        reader: { state: 'down' },
        inbox: { state: 'down' },
      },
      outbox: { waiting: 0, dead: 0 },
      overdue_schedules: { count: 0, oldest_seconds: 0 },
      index: { state: 'unknown', waiting_seconds: 0 },
    });
  });

  it('checks once for all concurrent requests, and again for later ones', async () => {
    let looks = 0;
    const heartbeats = (): Promise<Map<never, Date>> => {
      looks += 1;
      return Promise.resolve(new Map<never, Date>());
    };
    const api = new TestApi({ health: { ...quiet, heartbeats } });
    await api.app.ready();
    const ask = () => api.get('/readyz', { as: 'nobody' });
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect([answers.map(({ status }) => status), looks]).toEqual([[200, 200, 200], 1]);
    await ask();
    expect(looks).toBe(2);
  });

  it('states when the last retention sweep ended and how much it removed', async () => {
    const counts = {
      workspaces: 2,
      answers: 3,
      runs: 4,
      idempotency_keys: 5,
      outbox_items: 6,
      heartbeats: 7,
      audit_events: 8,
      cache_entries: 10,
      quarantined_lines: 11,
      notices: 12,
      experiment_answers: 13,
      contents: 9,
    };
    const health = { ...quiet, lastSweep: () => Promise.resolve({ finishedAt: START_TIME, counts }) };
    const { body } = await new TestApi({ health }).get('/readyz', { as: 'nobody' });
    expect(body['last_sweep']).toEqual({ finished_at: START_TIME.toISOString(), ...counts });
  });

  it('states how many schedules no dispatcher has read, and for how long', async () => {
    const health = { ...quiet, overdueSchedules: () => Promise.resolve({ count: 3, oldestSeconds: 90 }) };
    const { body } = await new TestApi({ health }).get('/readyz', { as: 'nobody' });
    expect(body['overdue_schedules']).toEqual({ count: 3, oldest_seconds: 90 });
  });

  it.each([
    ['current', 60],
    ['behind', 61],
  ])('reports that the index is %s while traffic has waited for %s s, and stays ready', async (state, seconds) => {
    const waitingSince = new Date(START_TIME.getTime() - seconds * 1_000);
    const health = { ...quiet, indexState: () => Promise.resolve({ waitingSince }) };
    const { status, body } = await new TestApi({ health }).get('/readyz', { as: 'nobody' });
    expect([status, body['index']]).toEqual([200, { state, waiting_seconds: seconds }]);
  });

  it.each([
    ['down', { pingClickHouse: () => Promise.reject(new Error('refused')) }],
    ['not_composed', {}],
  ])('stays 200 while ClickHouse is %s', async (state, part) => {
    const { status, body } = await new TestApi({ health: { ...quiet, ...part } }).get('/readyz', { as: 'nobody' });
    expect([status, body['clickhouse']]).toEqual([200, state]);
  });

  it('is 503 while Postgres does not answer', async () => {
    const health = { ...quiet, outbox: () => Promise.reject(new Error('refused')) };
    const { status, body } = await new TestApi({ health }).get('/readyz', { as: 'nobody' });
    expect([status, body]).toEqual([503, { status: 'unavailable', postgres: 'down', clickhouse: 'not_composed' }]);
  });

  it('is 503 after this process was stopped, and then every answer closes its connection', async () => {
    const { status, headers, body } = await new TestApi({ health: quiet, isStopping: () => true }).get('/readyz', {
      as: 'nobody',
    });
    expect([status, headers['connection'], body['status'], body['postgres']]).toEqual([503, 'close', 'stopping', 'up']);
  });
});
