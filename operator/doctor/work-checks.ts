import type pg from 'pg';
import type { Journal } from '../../journal/source/journal.ts';
import { timeZones } from '../../contracts/wire/time-zone.ts';
import { COMPONENTS } from '../../domain/kernel/components.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { createIndexProgressStore } from '../../store/ingest/index-progress-store.ts';
import { createQuarantineStore } from '../../store/ingest/quarantine-store.ts';
import { createHeartbeatStore } from '../../store/installation/heartbeat-store.ts';
import { createInstallationSecretStore } from '../../store/installation/installation-secret-store.ts';
import { createRetentionSweepStore, type FinishedSweep } from '../../store/installation/retention-sweep-store.ts';
import { createWorkGauges, type WorkGauges } from '../../store/installation/work-gauges.ts';
import { createOutboxStore } from '../../store/outbox/outbox-store.ts';
import { createOperatorScheduleStore } from '../../store/schedules/operator-schedule-store.ts';
import type { Configuration } from '../../runtime/configuration/configuration.ts';
import { faultVerdict, okVerdict, warningVerdict, type Check, type CheckVerdict } from './findings/finding.ts';
import {
  aheadVerdict,
  componentsVerdict,
  indexVerdict,
  lagVerdict,
  outboxVerdict,
  overdueVerdict,
  quarantineVerdict,
  sealVerdict,
  zonesVerdict,
} from './work-verdicts.ts';

/** The age of the last sweep that is reported as late. A sweep is due every hour. */
const SWEEP_LATE_MS = 3 * 3_600_000;

/** The checks of the work in the control plane. `reached` rejects if Postgres does not answer. */
export function workChecks(
  { auditDays, indexBehindSeconds }: Configuration,
  { pool, clock, journal }: { readonly pool: pg.Pool; readonly clock: Clock; readonly journal: Journal },
  reached: Promise<void>,
): Check[] {
  const check = (name: string, look: () => Promise<CheckVerdict>): Check => ({
    part: 'work',
    check: name,
    look: () => reached.then(look),
  });
  const gauges = createWorkGauges(pool, clock);
  const schedules = createOperatorScheduleStore(pool, clock);
  return [
    check('components', async () => {
      const alive = await createHeartbeatStore(pool, clock).countAlive();
      return componentsVerdict(new Map(COMPONENTS.map((component) => [component, alive.get(component) ?? 0])));
    }),
    check('outbox', async () => outboxVerdict(await createOutboxStore(pool, clock).counts())),
    check('indexer', async () => lagVerdict(await lagOf(gauges, journal))),
    check('index', async () =>
      indexVerdict(await createIndexProgressStore(pool, clock).state(), clock.now(), indexBehindSeconds),
    ),
    check('quarantine', async () => quarantineVerdict(await createQuarantineStore(pool, clock).counts())),
    check('schedules', async () => overdueVerdict(await schedules.overdue())),
    check('clock of schedules', async () => aheadVerdict(await schedules.aheadOfClock())),
    check('time zones', async () =>
      zonesVerdict(timeZones.version, process.versions['icu'] ?? '', await schedules.plannedVersions()),
    ),
    check('seal of reads', async () => sealVerdict(await createInstallationSecretStore(pool, clock).hasSealKey())),
    check('retention sweep', async () =>
      sweepVerdict(await createRetentionSweepStore(pool, clock, { auditDays }).last(), clock.now()),
    ),
  ];
}

async function lagOf(gauges: WorkGauges, journal: Journal): Promise<{ bytes: number; oldestPlannedSeconds: number }> {
  const bytes = await journal.unreadBytes((ids) => gauges.plannedOffsets(ids));
  const { unloaded } = await gauges.ingest();
  return {
    bytes,
    oldestPlannedSeconds: unloaded.oldestSeconds,
  };
}

function sweepVerdict(last: FinishedSweep | undefined, now: Date): CheckVerdict {
  if (last === undefined) return okVerdict('No sweep has ended yet. A sweep is due every hour.');
  const seen = `The last sweep ended at ${last.finishedAt.toISOString()}.`;
  return now.getTime() - last.finishedAt.getTime() > SWEEP_LATE_MS
    ? warningVerdict(seen, 'Check the schedule `retention-sweep` and its last workflow in the Temporal UI.')
    : okVerdict(seen);
}

/** The verdict on a part without an address. */
export function notConfiguredVerdict(variable: string): CheckVerdict {
  return faultVerdict('No address is configured.', `Run \`npm start\`, or set ${variable}.`);
}
