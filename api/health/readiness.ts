import { type Static, Type } from 'typebox';
import { COMPONENTS, type Component, isAlive, silentSeconds } from '../../domain/kernel/components.ts';
import { behindSince } from '../../domain/insight/index-lag.ts';
import { SWEPT_KINDS, type SweptKind } from '../../domain/installation/retention-sweep.ts';
import { literalUnion } from '../../contracts/wire/literal-union.ts';
import { InstantSchema, wholeSchema } from '../../contracts/wire/scalars.ts';
import type { ApiPorts } from '../ports/ports.ts';

/** Milliseconds after which an engine without an answer counts as down. */
const PING_TIMEOUT_MS = 2_000;

const closed = { additionalProperties: false } as const;
const RemovedSchema = wholeSchema(0, Number.MAX_SAFE_INTEGER);
const StateSchema = literalUnion(['up', 'down', 'not_composed']);
const ComponentSchema = Type.Object(
  {
    state: literalUnion(['up', 'down']),
    last_seen_seconds: Type.Optional(
      wholeSchema(0, Number.MAX_SAFE_INTEGER, {
        description: 'Seconds since the last heartbeat; absent if there is none, or if the component stopped regularly',
      }),
    ),
  },
  { ...closed, title: 'ComponentState' },
);

const LastSweepSchema = Type.Object(
  {
    finished_at: InstantSchema,
    workspaces: wholeSchema(0, Number.MAX_SAFE_INTEGER, { description: 'Workspaces with expired data' }),
    ...(Object.fromEntries(SWEPT_KINDS.map((kind) => [kind, RemovedSchema])) as Record<
      SweptKind,
      typeof RemovedSchema
    >),
  },
  { ...closed, description: 'The rows that the last finished retention sweep removed; absent before the first sweep' },
);

export const ReadinessSchema = Type.Object(
  {
    status: literalUnion(['ready', 'stopping', 'unavailable'], {
      description: '`stopping`: the process was asked to stop, and will soon accept no more requests',
    }),
    postgres: StateSchema,
    clickhouse: StateSchema,
    components: Type.Optional(
      Type.Object(
        Object.fromEntries(COMPONENTS.map((name) => [name, ComponentSchema])) as Record<
          Component,
          typeof ComponentSchema
        >,
        closed,
      ),
    ),
    outbox: Type.Optional(
      Type.Object(
        {
          waiting: wholeSchema(0, Number.MAX_SAFE_INTEGER),
          dead: wholeSchema(0, Number.MAX_SAFE_INTEGER, {
            description: 'Items that the relay gave up, and that an operator must check',
          }),
        },
        closed,
      ),
    ),
    overdue_schedules: Type.Optional(
      Type.Object(
        {
          count: wholeSchema(0, Number.MAX_SAFE_INTEGER, {
            description: 'Schedules that have been due for a minute or more, and that no process has claimed',
          }),
          oldest_seconds: wholeSchema(0, Number.MAX_SAFE_INTEGER, {
            description: 'Seconds since the oldest of them was due; 0 if there are none',
          }),
        },
        closed,
      ),
    ),
    index: Type.Optional(
      Type.Object(
        {
          state: literalUnion(['current', 'behind', 'unknown'], {
            description:
              '`behind`: traffic waits longer than the configured time, and figures are partial until it is read. `unknown`: no indexer has started yet.',
          }),
          waiting_seconds: wholeSchema(0, Number.MAX_SAFE_INTEGER, {
            description: 'Age of the oldest traffic that may not be loaded yet; usually a few seconds',
          }),
        },
        closed,
      ),
    ),
    last_sweep: Type.Optional(LastSweepSchema),
  },
  { ...closed, title: 'Readiness' },
);

type Readiness = Static<typeof ReadinessSchema>;

/**
 * A check of every part. All requests that arrive during a check share it, so that these requests need no other limit.
 */
export type CheckReadiness = () => Promise<Readiness>;

export function createReadinessCheck(ports: Pick<ApiPorts, 'health' | 'clock' | 'isStopping'>): CheckReadiness {
  let looking: Promise<Readiness> | undefined;
  return () =>
    (looking ??= readinessOf(ports).finally(() => {
      looking = undefined;
    }));
}

async function readinessOf({
  health,
  clock,
  isStopping,
}: Pick<ApiPorts, 'health' | 'clock' | 'isStopping'>): Promise<Readiness> {
  const pingClickHouse = health.pingClickHouse?.bind(health);
  const [clickhouse, control] = await Promise.all([
    pingClickHouse === undefined ? ('not_composed' as const) : stateOf(pingClickHouse()),
    withinTime(
      Promise.all([
        health.heartbeats(),
        health.outbox(),
        health.overdueSchedules(),
        health.indexState(),
        health.lastSweep(),
      ]),
    ).catch(() => undefined),
  ]);
  if (control === undefined) return { status: 'unavailable', postgres: 'down', clickhouse };
  const [seen, { waiting, dead }, overdue, { waitingSince }, sweep] = control;
  const now = clock.now();
  return {
    status: isStopping?.() === true ? 'stopping' : 'ready',
    postgres: 'up',
    clickhouse,
    components: componentStates(seen, now),
    outbox: { waiting, dead },
    overdue_schedules: { count: overdue.count, oldest_seconds: overdue.oldestSeconds },
    index: indexReadiness(waitingSince, now, health.indexBehindSeconds),
    ...(sweep && { last_sweep: { finished_at: sweep.finishedAt.toISOString(), ...sweep.counts } }),
  };
}

function indexReadiness(
  waitingSince: Date | undefined,
  now: Date,
  maxSeconds: number,
): NonNullable<Readiness['index']> {
  if (waitingSince === undefined) return { state: 'unknown', waiting_seconds: 0 };
  const isBehind = behindSince(waitingSince, now, maxSeconds) !== undefined;
  return { state: isBehind ? 'behind' : 'current', waiting_seconds: silentSeconds(waitingSince, now) };
}

function componentStates(seen: ReadonlyMap<Component, Date>, now: Date): NonNullable<Readiness['components']> {
  const states = COMPONENTS.map((name) => {
    const at = seen.get(name);
    if (at === undefined) return [name, { state: 'down' }] as const;
    return [name, { state: isAlive(at, now) ? 'up' : 'down', last_seen_seconds: silentSeconds(at, now) }] as const;
  });
  return Object.fromEntries(states) as NonNullable<Readiness['components']>;
}

async function stateOf(ping: Promise<void>): Promise<'up' | 'down'> {
  try {
    await withinTime(ping);
    return 'up';
  } catch {
    return 'down';
  }
}

async function withinTime<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('No answer in time.')), PING_TIMEOUT_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
