import type pg from 'pg';
import { openJournalFolder } from '../../journal/journal-folder.ts';
import { timeZones } from '../../contracts/wire/time-zone.ts';
import { COMPONENTS, type Component } from '../../domain/kernel/components.ts';
import { createOutboxStore } from '../../store/outbox/outbox-store.ts';
import { createScheduleOversight } from '../../store/schedules/schedule-oversight.ts';
import type { Configuration } from '../../runtime/configuration.ts';
import { fault, ok, warning, type Check, type Verdict } from './finding.ts';
import {
  componentsVerdict,
  lagVerdict,
  outboxVerdict,
  overdueVerdict,
  quarantineVerdict,
  sealVerdict,
  zonesVerdict,
} from './work-verdicts.ts';

const clock = { now: () => new Date() };
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** A sweep is due every hour. */
const SWEEP_LATE_MS = 3 * 3_600_000;

/** What the control plane says about the work itself. `reached` rejects where Postgres does not answer. */
export function workChecks({ journalFolder }: Configuration, pool: pg.Pool, reached: Promise<void>): Check[] {
  const check = (name: string, look: () => Promise<Verdict>): Check => ({
    part: 'work',
    check: name,
    look: () => reached.then(look),
  });
  return [
    check('components', async () => componentsVerdict(await aliveInstances(pool))),
    check('outbox', async () => outboxVerdict(await createOutboxStore(pool, clock).counts())),
    check('indexer', async () => lagVerdict(await lagOf(pool, journalFolder))),
    check('quarantine', async () => quarantineVerdict(await quarantined(pool))),
    check('schedules', async () => overdueVerdict(await createScheduleOversight(pool, clock).overdue())),
    check('time zones', async () =>
      zonesVerdict(timeZones.version, process.versions['icu'] ?? '', await plannedBy(pool)),
    ),
    check('seal of reads', async () => sealVerdict(await hasSecret(pool))),
    check('retention sweep', () => lastSweep(pool)),
  ];
}

async function aliveInstances(pool: pg.Pool): Promise<ReadonlyMap<Component, number>> {
  const { rows } = await pool.query<{ component: Component; instances: number }>(
    'SELECT component, count(*)::int AS instances FROM component_heartbeats WHERE seen_at > $1 GROUP BY component',
    [new Date(Date.now() - MINUTE_MS)],
  );
  const counted = new Map(rows.map(({ component, instances }) => [component, instances]));
  return new Map(COMPONENTS.map((component) => [component, counted.get(component) ?? 0]));
}

async function lagOf(pool: pg.Pool, journalFolder: string): Promise<{ bytes: number; oldestPlannedSeconds: number }> {
  const { rows } = await pool.query<{ sourceId: string; nextOffset: bigint }>(
    `SELECT source_id AS "sourceId", next_offset AS "nextOffset" FROM ingest_sources WHERE kind = 'journal'`,
  );
  const planned = new Map(rows.map(({ sourceId, nextOffset }) => [sourceId, nextOffset]));
  const segments = await openJournalFolder(journalFolder).sources();
  const ahead = await Promise.all(
    segments.map(async (segment) => (await segment.end()) - (planned.get(segment.id) ?? 0n)),
  );
  const { rows: oldest } = await pool.query<{ at: Date | null }>(
    'SELECT min(planned_at) AS at FROM ingest_batches WHERE loaded_at IS NULL',
  );
  const at = oldest[0]?.at;
  return {
    bytes: Number(ahead.reduce((sum, bytes) => sum + bytes, 0n)),
    oldestPlannedSeconds: at instanceof Date ? Math.max(0, (Date.now() - at.getTime()) / 1_000) : 0,
  };
}

async function quarantined(pool: pg.Pool): Promise<{ total: number; today: number; reason: string }> {
  const { rows } = await pool.query<{ total: number; today: number; reason: string | null }>(
    `SELECT count(*)::int AS total, (count(*) FILTER (WHERE planned_at > $1))::int AS today,
       mode() WITHIN GROUP (ORDER BY reason) FILTER (WHERE planned_at > $1) AS reason
     FROM ingest_quarantine JOIN ingest_batches USING (batch_id)`,
    [new Date(Date.now() - DAY_MS)],
  );
  const { total = 0, today = 0, reason } = rows[0] ?? {};
  return { total, today, reason: reason ?? '' };
}

async function plannedBy(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ version: string }>(
    `SELECT DISTINCT tzdb_version AS version FROM report_schedules
     WHERE next_run_at IS NOT NULL AND cadence->>'mode' = 'wall_clock'`,
  );
  return rows.map(({ version }) => version).sort();
}

async function hasSecret(pool: pg.Pool): Promise<boolean> {
  const { rowCount } = await pool.query(`SELECT FROM installation_secrets WHERE name = 'read_context_seal'`);
  return rowCount === 1;
}

async function lastSweep(pool: pg.Pool): Promise<Verdict> {
  const { rows } = await pool.query<{ at: Date }>('SELECT finished_at AS at FROM retention_sweep');
  const at = rows[0]?.at;
  if (at === undefined) return ok('none has ended yet; one is due every hour');
  const seen = `the last one ended ${at.toISOString()}`;
  return Date.now() - at.getTime() > SWEEP_LATE_MS
    ? warning(seen, 'Look at the schedule `retention-sweep` and at its last workflow in the Temporal UI.')
    : ok(seen);
}

/** Said of a part that there is no address for. */
export function notNamed(variable: string): Verdict {
  return fault('there is no address for it', `Run \`npm start\`, or set ${variable}.`);
}
