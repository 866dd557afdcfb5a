import { describe, expect, it } from 'vitest';
import { COMPONENTS } from '../../../../domain/kernel/components.ts';
import { partsVerdict } from '../../../../operator/doctor/clickhouse/clickhouse-checks.ts';
import { clockVerdict, temporalClockVerdict } from '../../../../operator/doctor/findings/clock-skew.ts';
import { diskVerdict } from '../../../../operator/doctor/findings/disk-space.ts';
import { migrationsVerdict } from '../../../../operator/doctor/findings/migrations-verdict.ts';
import { connectionsVerdict, logVerdict, roleVerdict } from '../../../../operator/doctor/postgres/postgres-checks.ts';
import { versionVerdict } from '../../../../operator/doctor/findings/version-verdict.ts';
import { attributesVerdict, pollersVerdict, versionsVerdict } from '../../../../operator/doctor/temporal-checks.ts';
import { POSTGRES_LOG_SETTINGS } from '../../../../runtime/postgres-log-settings.ts';
import {
  componentsVerdict,
  indexVerdict,
  lagVerdict,
  outboxVerdict,
  aheadVerdict,
  overdueVerdict,
  quarantineVerdict,
  sealVerdict,
  unreadVerdict,
  zonesVerdict,
} from '../../../../operator/doctor/work-verdicts.ts';

const GIB = 1024 ** 3;

describe('versions', () => {
  it.each([
    ['Postgres', '14.19', 'fault'],
    ['Postgres', '15.0 (Debian 15.0-1)', 'ok'],
    ['Postgres', '18.4', 'ok'],
    ['Postgres', '19beta1', 'warning'],
    ['Node', '20.18.3', 'fault'],
    ['Node', '20.19.0', 'ok'],
    ['ClickHouse', '25.12.1.1', 'fault'],
    ['ClickHouse', '26.8.2.7', 'ok'],
    ['Temporal', '1.32.0', 'ok'],
    ['Temporal', '', 'fault'],
  ] as const)('%s %s is %s', (what, version, state) => {
    expect(versionVerdict(what, version).state).toBe(state);
  });
});

describe('the role of Postgres', () => {
  it('should not be a superuser', () => {
    expect([roleVerdict(false).state, roleVerdict(true).state]).toEqual(['ok', 'warning']);
  });
});

describe('the log of Postgres', () => {
  it('may quote texts of customers unless all of its settings prevent it', () => {
    const settings = new Map<string, string>(Object.entries(POSTGRES_LOG_SETTINGS));
    expect(logVerdict(settings)).toEqual({
      state: 'ok',
      seen: 'The log quotes no values of rows and statements.',
      remedy: '',
    });
    expect(logVerdict(settings.set('log_error_verbosity', 'default'))).toEqual({
      state: 'warning',
      seen: 'The log of Postgres may quote rows and parameters, because log_error_verbosity is default.',
      remedy:
        'Run these statements as the administrator of Postgres: ALTER SYSTEM SET log_error_verbosity = terse; SELECT pg_reload_conf();',
    });
  });
});

describe('clocks', () => {
  it.each([
    ['the same', 0, 10, 5, 'ok', 'The clock of the server is 0.0 ms ahead of this machine (±5.0 ms).'],
    ['a slow way', 0, 4_000, 3_900, 'ok', 'The clock of the server is 1.9 s ahead of this machine (±2000.0 ms).'],
    ['two seconds ahead', 0, 10, 2_005, 'warning', 'The clock of the server is 2.0 s ahead of this machine (±5.0 ms).'],
    [
      'ten seconds slow',
      20_000,
      20_010,
      10_005,
      'fault',
      'The clock of the server is 10.0 s behind this machine (±5.0 ms).',
    ],
  ])('%s', (_name, askedAt, answeredAt, theirs, state, seen) => {
    expect(clockVerdict({ askedAt, answeredAt, theirs })).toMatchObject({ state, seen });
  });

  it.each([
    [100_000, 160_000, 'ok'],
    [103_000, 100_000, 'warning'],
    [110_000, 100_000, 'fault'],
    [0, 72_000, 'warning'],
    [0, 100_000, 'fault'],
  ])('Temporal with a last poll at %i, checked at %i, is %s', (lastPollAt, now, state) => {
    expect(temporalClockVerdict(lastPollAt, now).state).toBe(state);
  });
});

describe('the disk space of engines', () => {
  it.each([
    [0.5, 100, 'fault'],
    [4, 10, 'warning'],
    [50, 1_000, 'warning'],
    [50, 100, 'ok'],
  ])('%f of %i GiB free is %s', (free, total, state) => {
    expect(diskVerdict({ free: free * GIB, total: total * GIB }, '/data').state).toBe(state);
  });

  it.each([
    [[], ['a', 'b'], 'fault', 'These migrations are not applied: a, b.'],
    [['a'], ['a', 'b'], 'fault', 'These migrations are not applied: b.'],
    [['a', 'b', 'c'], ['a', 'b'], 'warning', 'A newer version applied these migrations: c.'],
    [['a', 'b'], ['a', 'b'], 'ok', 'All 2 migrations are applied. The last one is b.'],
  ])('migrations %j of %j', (applied, known, state, seen) => {
    expect(migrationsVerdict(known, applied)).toMatchObject({ state, seen });
  });

  it.each([
    [{ max: 97, open: 97, apis: 1, workers: 1 }, 'fault'],
    [{ max: 97, open: 20, apis: 5, workers: 5 }, 'warning'],
    [{ max: 97, open: 20, apis: 2, workers: 2 }, 'ok'],
  ])('connections %j are %s', (seen, state) => {
    expect(connectionsVerdict(seen).state).toBe(state);
  });

  it.each([
    [undefined, 'ok'],
    [{ name: 't', period: '202601', parts: 299 }, 'ok'],
    [{ name: 't', period: '202601', parts: 300 }, 'warning'],
    [{ name: 't', period: '202601', parts: 1_000 }, 'fault'],
  ])('parts %j are %s', (max, state) => {
    expect(partsVerdict(max).state).toBe(state);
  });
});

describe('Temporal', () => {
  const all = {
    OrganizationId: 2,
    WorkspaceId: 2,
    ReportId: 2,
    ReportName: 2,
    ReportRunId: 2,
    RunState: 2,
    FailureCode: 2,
    FailureCause: 7,
    ScheduleId: 2,
    OccurrenceState: 2,
    ScheduledFor: 6,
    ComparisonName: 2,
    JudgeName: 7,
  };

  it('has every search attribute with its type, or the missing one is named', () => {
    expect(attributesVerdict(all)).toEqual({ state: 'ok', seen: 'All 13 search attributes exist.', remedy: '' });
    const { RunState, ...others } = all;
    expect(attributesVerdict(others)).toMatchObject({
      state: 'fault',
      seen: 'These search attributes are missing: RunState.',
    });
    expect(attributesVerdict({ ...others, RunState: RunState + 1 })).toMatchObject({
      state: 'fault',
      seen: 'These search attributes have a wrong type: RunState.',
    });
  });

  const poller = { identity: '7@host', buildId: 'b1', deployment: 'truetally', lastPollAt: 0 };
  const polling = [
    'truetally-requested-runs',
    'truetally-dispatch',
    'truetally-due-runs',
    'truetally-comparison-runs',
    'truetally-housekeeping',
  ].flatMap((queue) => (['workflow', 'activity'] as const).map((kind) => ({ ...poller, queue, kind })));

  it('reports each task queue without a worker', () => {
    expect(pollersVerdict(polling)).toMatchObject({ state: 'ok', seen: '1 processes poll all task queues.' });
    expect(pollersVerdict(polling.slice(0, -1))).toMatchObject({
      state: 'fault',
      seen: 'No worker polls these task queues: truetally-housekeeping (activity tasks).',
    });
    expect(pollersVerdict([])).toMatchObject({ state: 'fault', seen: 'No worker polls any task queue.' });
  });

  it('lists the polling builds', () => {
    const wanted = { deploymentName: 'truetally', buildId: 'b2' };
    expect(versionsVerdict(polling, undefined)).toMatchObject({
      state: 'ok',
      seen: 'These builds poll: truetally b1.',
    });
    expect(versionsVerdict(polling, wanted).state).toBe('warning');
    expect(versionsVerdict(polling, { ...wanted, buildId: 'b1' }).state).toBe('ok');
    expect(versionsVerdict([], wanted).state).toBe('unknown');
  });
});

describe('the work', () => {
  it('names the silent components', () => {
    const alive = new Map(COMPONENTS.map((component) => [component, 2]));
    expect(componentsVerdict(alive).state).toBe('ok');
    expect(componentsVerdict(new Map([['api', 1] as const, ['relay', 0] as const]))).toMatchObject({
      state: 'fault',
      seen: 'These components have sent no heartbeat for a minute: relay. These are alive: api ×1.',
    });
  });

  it.each([
    [{ waiting: 0, oldestWaitingSeconds: 0, dead: 0 }, 'ok'],
    [{ waiting: 9, oldestWaitingSeconds: 61, dead: 0 }, 'warning'],
    [{ waiting: 9, oldestWaitingSeconds: 601, dead: 0 }, 'fault'],
    [{ waiting: 0, oldestWaitingSeconds: 0, dead: 1 }, 'fault'],
  ])('outbox %j is %s', (counts, state) => {
    expect(outboxVerdict(counts).state).toBe(state);
  });

  it('names the command that retries dead outbox items', () => {
    expect(outboxVerdict({ waiting: 1, oldestWaitingSeconds: 3.4, dead: 2 })).toEqual({
      state: 'fault',
      seen: '2 outbox items were given up, and 1 wait, the oldest for 3 s.',
      remedy:
        'Read the answer of Temporal to each item with `npm run operator -- outbox list`, and correct the cause. Then return each item to the relay with `npm run operator -- outbox retry --item …`.',
    });
  });

  it.each([
    [{ bytes: 1_000, oldestPlannedSeconds: 0 }, 'ok'],
    [{ bytes: 65 * 1024 ** 2, oldestPlannedSeconds: 0 }, 'warning'],
    [{ bytes: 0, oldestPlannedSeconds: 61 }, 'warning'],
    [{ bytes: 0, oldestPlannedSeconds: 601 }, 'fault'],
  ])('lag %j is %s', (lag, state) => {
    expect(lagVerdict(lag).state).toBe(state);
  });

  const now = new Date('2026-03-05T00:02:00.000Z');
  const waitingSince = new Date('2026-03-05T00:00:00.000Z');
  it.each([
    [120, 'ok', 'All traffic that arrived until 120 s ago is read and loaded.'],
    [
      119,
      'fault',
      'Traffic has waited for 120 s to be read and loaded, since 2026-03-05T00:00:00.000Z, so figures are partial. Failures: journal:one, batch 7: It is gone.; journal:two: It is torn.',
    ],
  ])('an index that may lag by %s s is %s', (maxSeconds, state, seen) => {
    const since = waitingSince;
    const faults = [
      { source: 'journal:one', batchId: 7n, message: 'It is gone.', since },
      { source: 'journal:two', batchId: undefined, message: 'It is torn.', since },
    ];
    expect(indexVerdict({ waitingSince, faults }, now, maxSeconds)).toMatchObject({ state, seen });
  });

  it('an index without any indexer yet is a warning', () => {
    expect(indexVerdict({ waitingSince: undefined, faults: [] }, now, 60).state).toBe('warning');
  });

  it.each([
    ['2025c', [], 'ok'],
    ['2025c', ['2025c'], 'ok'],
    ['2025c', ['2025b', '2025c'], 'warning'],
    ['2025c', ['2026a'], 'warning'],
  ])('time zones %s against %j are %s', (here, plannedBy, state) => {
    expect(zonesVerdict(here, '78.2', plannedBy).state).toBe(state);
  });

  it.each([
    [quarantineVerdict({ total: 5, today: 0, reason: '', room: { keptBytes: 9, beyondShares: 0 } }), 'ok'],
    [quarantineVerdict({ total: 5, today: 2, reason: 'bad_json', room: { keptBytes: 9, beyondShares: 0 } }), 'warning'],
    [quarantineVerdict({ total: 5, today: 0, reason: '', room: { keptBytes: 9, beyondShares: 3 } }), 'warning'],
    [unreadVerdict([]), 'ok'],
    [unreadVerdict(['traffic.jsonl']), 'warning'],
    [overdueVerdict({ count: 0, oldestSeconds: 0 }), 'ok'],
    [aheadVerdict(0), 'ok'],
    [aheadVerdict(1), 'warning'],
    [overdueVerdict({ count: 1, oldestSeconds: 90 }), 'warning'],
    [overdueVerdict({ count: 1, oldestSeconds: 301 }), 'fault'],
    [sealVerdict(true), 'ok'],
    [sealVerdict(false), 'ok'],
  ])('%j', (verdict, state) => {
    expect(verdict.state).toBe(state);
    expect(verdict.remedy === '').toBe(state === 'ok');
  });
});

it('five unread files of the journal are named, and the others counted', () => {
  expect(unreadVerdict(['a', 'b', 'c', 'd', 'e', 'f', 'g']).seen).toBe(
    'No worker reads these files, because their names are not those of segments: a, b, c, d, e and 2 more.',
  );
});
