import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { writtenEvents } from '../../../testing/journal/written-events.ts';
import { openFileJournal } from '../../../journal/files/open-file-journal.ts';
import { createLapsedLeaseStore } from '../../../store/gateway/lapsed-lease-store.ts';
import { createLimitLeaseStore } from '../../../store/gateway/limit-lease-store.ts';
import {
  ACCOUNTING_DELAY_MS,
  accountForDeadGateways,
} from '../../../worker/dead-gateways/account-for-dead-gateways.ts';
import { chooseCaseCount } from '../../../testing/choose-case-count.ts';
import '../../../testing/engines/provided-context.ts';
import {
  CALL_COST_NANOS,
  CALL_RESERVATION_NANOS,
  openLimitedWorld,
  type LimitedWorld,
  type KeyFixture,
} from '../../../testing/gateway/limited-world.ts';
import { startProxyProcess, type ProxyProcess } from '../../../testing/processes/proxy-process.ts';

const PROCESSES = 4;
const CALLERS = 200;
/** The factor for the size of the test. */
const TIMES = chooseCaseCount(1, 8);
/** The numbers of answers after which a process is killed. */
const KILLS = Array.from({ length: 4 * TIMES }, (_, kill) => 100 + kill * 150);
const MAX_AT_ONCE = 150;
const CAPS = {
  all: 1_200 * TIMES * CALL_COST_NANOS,
  team: 750 * TIMES * CALL_COST_NANOS,
  key: 450 * TIMES * CALL_COST_NANOS,
} as const;
/**
 * Refusals that are expected: too many concurrent calls, or a machine that is too busy with four starts to answer
 * within two seconds.
 */
const PASSING = ['concurrency_exceeded', 'enforcement_unavailable'];
/** The amount that a killed process is charged for each budget, in addition to its calls in flight. */
const CHUNK = 20 * CALL_COST_NANOS;
const MORE_THAN_A_LEASE_MS = 20_000;

let world: LimitedWorld;
let proxies: ProxyProcess[];

beforeAll(async () => {
  const budget = (id: string, node: string, nanos: number): string =>
    `{ id: ${id}, node: "${node}", budget_usd: ${nanos / 1e9}, per: month, chunk: ${CHUNK / 1e9} }`;
  world = await openLimitedWorld(inject('databaseUrl'), ['red', 'red', 'blue', 'blue'], (keys) => [
    `{ id: at-once, node: organization, concurrency: ${MAX_AT_ONCE} }`,
    budget('all', 'organization', CAPS.all),
    ...['red', 'blue'].map((owner) => budget(owner, `team:${owner}`, CAPS.team)),
    ...keys.map(({ keyId }, index) => budget(`key-${index}`, `key:${keyId}`, CAPS.key)),
  ]);
  proxies = await Promise.all(Array.from({ length: PROCESSES }, () => startProxyProcess(world.env)));
});

afterAll(async () => {
  await Promise.all(proxies.map((proxy) => proxy.end('SIGTERM')));
  await world.close();
});

interface Row {
  readonly keyId: string;
  readonly owner: string;
  readonly holder: string;
  /** The reservation in nano-USD; undefined if the call was refused. */
  readonly reserved: string | undefined;
  nanos: number;
  isEnded: boolean;
}

/** The totals of each request, by the journal. */
function journalRows(): Row[] {
  const rows = new Map<string, Row>();
  for (const { segment, event } of writtenEvents(journalFolder())) {
    if (event.event === 'request_admitted') {
      const holder = /proxy-[0-9a-f-]{36}/.exec(segment)?.[0] ?? '';
      const { noted = {}, team_id: owner = '', logical_request_id: id } = event;
      const reserved = noted['reserved_nano_usd'];
      rows.set(id, { keyId: noted['key_id'] ?? '', owner, holder, reserved, nanos: 0, isEnded: false });
    } else if (event.event === 'request_terminal') {
      const row = rows.get(event.logical_request_id);
      if (row !== undefined) row.isEnded = true;
    } else if (event.event === 'cost_effect') {
      const row = rows.get(event.logical_request_id);
      if (row !== undefined) row.nanos += Number(event.nanos);
    }
  }
  return [...rows.values()];
}

/** The final charge of a call: its cost, or its reservation if the cost is unknown. */
function chargeOf({ nanos, reserved = '0', isEnded }: Row): number {
  return isEnded ? nanos : Number(reserved);
}

function journalFolder(): string {
  return join(world.folder, 'journal');
}

interface Counter {
  readonly limit: string;
  readonly settled: number;
  readonly lapsed: number;
  readonly leased: number;
}

async function counters(): Promise<Counter[]> {
  const { rows } = await world.database.pool.query<Counter>(
    `SELECT limit_id AS limit, settled::float8 AS settled, lapsed::float8 AS lapsed, leased::float8 AS leased
     FROM gateway_limit_counters WHERE unit = 'nano_usd' ORDER BY limit_id`,
  );
  return rows;
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}

/** True if a limit applies to a request. */
function isUnder(limit: string, { keyId, owner }: Pick<Row, 'keyId' | 'owner'>): boolean {
  return limit === 'all' || limit === owner || limit === `key-${world.keys.findIndex((key) => key.keyId === keyId)}`;
}

/** The number of sequential calls of a key that one process admits until a budget is used up. */
async function callsLetThrough(key: KeyFixture): Promise<number> {
  let through = 0;
  for (;;) {
    const answer = await world.call(proxies[0] as ProxyProcess, key);
    if (answer?.type === 'budget_exceeded') return through;
    if (answer?.status === 200) through += 1;
    else expect(PASSING).toContain(answer?.type);
  }
}

it(
  '200 callers use nested budgets over four killed processes: none is exceeded, nothing is lost, the rest is exact',
  async () => {
    let answered = 0;
    let killed = 0;
    const others: string[] = [];
    const restarts: Promise<void>[] = [];
    const restart = async (index: number): Promise<void> => {
      await proxies[index]?.end('SIGKILL');
      proxies[index] = await startProxyProcess(world.env);
    };
    await Promise.all(
      Array.from({ length: CALLERS }, async (_, caller) => {
        const key = world.keys[caller % world.keys.length] as KeyFixture;
        for (let turn = caller; turn < caller + 40 * TIMES; turn += 1) {
          const answer = await world.call(proxies[turn % PROCESSES] as ProxyProcess, key);
          if (answer === undefined) await delay(20);
          else if (answer.status === 200) answered += 1;
          else if (answer.type === 'budget_exceeded') return;
          else if (!PASSING.includes(answer.type)) others.push(`${answer.status} ${answer.type}`);
          if (answered >= (KILLS[killed] ?? Infinity)) restarts.push(restart(killed++ % PROCESSES));
        }
      }),
    );
    await Promise.all(restarts);
    expect([killed, others]).toEqual([KILLS.length, []]);
    await Promise.all(proxies.map((proxy) => proxy.end('SIGTERM')));
    const later = { now: () => new Date(Date.now() + MORE_THAN_A_LEASE_MS) };
    await createLimitLeaseStore(world.database.pool, later).endExpired();
    const evenLater = { now: () => new Date(later.now().getTime() + ACCOUNTING_DELAY_MS) };

    const rows = journalRows();
    const answeredRows = rows.filter(({ nanos }) => nanos > 0);
    expect(new Set(answeredRows.map(({ reserved }) => reserved))).toEqual(new Set([String(CALL_RESERVATION_NANOS)]));
    const stand = await counters();
    expect(stand.map(({ limit }) => limit)).toEqual(['all', 'blue', 'key-0', 'key-1', 'key-2', 'key-3', 'red']);
    for (const { limit, settled, lapsed, leased } of stand) {
      const cap = limit === 'all' ? CAPS.all : limit.startsWith('key') ? CAPS.key : CAPS.team;
      const logged = sumOf(rows.filter((row) => isUnder(limit, row)).map(({ nanos }) => nanos));
      const bill = sumOf(
        world.keys
          .filter((key) => isUnder(limit, key))
          .map(({ keyId }) => (world.billed.get(keyId) ?? 0) * CALL_COST_NANOS),
      );
      expect(leased).toBe(0);
      // Logged costs are settled, or covered by the charge of dead processes. The same applies to the calls that only
      // the provider's bill contains.
      expect(settled).toBeLessThanOrEqual(logged);
      expect(logged).toBeLessThanOrEqual(bill);
      expect(bill).toBeLessThanOrEqual(settled + lapsed);
      expect(settled + lapsed).toBeLessThanOrEqual(cap);
    }
    expect(world.maxAtOnce()).toBeLessThanOrEqual(MAX_AT_ONCE);

    // A process that ended properly has settled exactly the costs of its rows.
    const { rows: reported } = await world.database.pool.query<{ holder: string; settled: number; lapsed: number }>(
      `SELECT split_part(holder, '.', 1) AS holder, sum(l.settled)::float8 AS settled, sum(l.lapsed)::float8 AS lapsed
     FROM gateway_limit_leases l JOIN gateway_limit_counters c USING (counter_id) WHERE c.limit_id = 'all' GROUP BY 1`,
    );
    const inOrder = reported.filter(({ lapsed }) => lapsed === 0);
    expect(inOrder.length).toBeGreaterThanOrEqual(1);
    for (const { holder, settled } of inOrder)
      expect([holder, sumOf(rows.filter((row) => row.holder === holder).map(({ nanos }) => nanos))]).toEqual([
        holder,
        settled,
      ]);

    // A dead process is charged exactly the costs in the journal, and the reservations of its calls in flight.
    const accounting = {
      ...{ leases: createLapsedLeaseStore(world.database.pool, evenLater), journal: openFileJournal(journalFolder()) },
      ...{ rotations: () => Promise.resolve(new Map<string, readonly string[]>()), log: { info: () => undefined } },
    };
    expect(await accountForDeadGateways(accounting)).toBeGreaterThanOrEqual(1);
    expect(await accountForDeadGateways(accounting)).toBe(0);
    const accounted = await counters();
    for (const { limit, settled, lapsed } of accounted) {
      const under = rows.filter((row) => isUnder(limit, row));
      expect([limit, settled + lapsed]).toEqual([limit, sumOf(under.map(chargeOf))]);
    }

    // The remaining budget admits exactly the number of sequential calls that fit.
    proxies = [await startProxyProcess(world.env)];
    const left = new Map(
      accounted.map(({ limit, settled, lapsed }) => {
        const cap = limit === 'all' ? CAPS.all : limit.startsWith('key') ? CAPS.key : CAPS.team;
        return [limit, cap - settled - lapsed] as const;
      }),
    );
    for (const key of world.keys) {
      const over = [...left.keys()].filter((limit) => isUnder(limit, key));
      const room = Math.min(...over.map((limit) => left.get(limit) ?? 0));
      const fitting =
        room < CALL_RESERVATION_NANOS ? 0 : Math.floor((room - CALL_RESERVATION_NANOS) / CALL_COST_NANOS) + 1;
      const through = await callsLetThrough(key);
      expect([key.keyId, through]).toEqual([key.keyId, fitting]);
      for (const limit of over) left.set(limit, (left.get(limit) ?? 0) - through * CALL_COST_NANOS);
    }
  },
  120_000 * TIMES,
);
