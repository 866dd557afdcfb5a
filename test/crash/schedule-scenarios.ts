import { DISPATCH_WORKSPACE_WORKFLOW } from '../../workflows/public.ts';
import { PROCESSES, type ProcessName } from '../../testing/processes/system-world.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import {
  createDueWorkspaces,
  type DueSchedule,
  type DueWorkspace,
  findScheduleFaults,
  scheduleSoon,
  unschedule,
} from '../../testing/scenarios/due-schedules.ts';
import type { Scenario, Stage } from '../../testing/scenarios/scenario.ts';

const WORKSPACES = 3;

/** Every step of planning, claiming, running and delivering, by the name of the fault point before or after it. */
const FAULT_POINTS = [
  'relay.before_start',
  'relay.after_start',
  'plan.before_commit',
  'plan.after_commit',
  'occurrence.before_begin',
  'occurrence.after_begin',
  'run.after_claim',
  'run.before_settle',
  'run.after_settle',
  'occurrence.before_delivery',
  'occurrence.after_delivery',
] as const;

/** Schedules that are due during a failure. No schedule is lost or runs twice, and no recipient gets two items. */
export const SCHEDULE_SCENARIOS: readonly Scenario[] = [
  ...FAULT_POINTS.map((point) => scheduled(`worker killed at ${point}`, killedAt(point))),
  ...PROCESSES.map((name) => scheduled(`${name} killed`, killed([name]))),
  scheduled('everything killed', killed(PROCESSES)),
  scheduled('occurrence workflows terminated by hand', occurrencesTerminated),
  scheduled('dispatchers terminated by hand', dispatchersTerminated),
  scheduled('dispatchers and their occurrences terminated by hand', bothTerminated),
];

type Breakage = (stage: Stage, schedule: () => Promise<DueSchedule[]>) => Promise<DueSchedule[]>;

function scheduled(name: string, breakAndMend: Breakage): Scenario {
  return {
    name: `schedules: ${name}`,
    async play(stage) {
      const workspaces: DueWorkspace[] = await createDueWorkspaces(stage, WORKSPACES);
      const due = await breakAndMend(stage, () => scheduleSoon(workspaces));
      const faults = await findScheduleFaults(stage, due);
      await unschedule(workspaces, due);
      return { runs: [], faults };
    },
  };
}

function killedAt(point: string): Breakage {
  return async ({ world }, schedule) => {
    await world.kill('worker');
    await world.start('worker', { TRUETALLY_FAULT_POINT: point });
    const due = await schedule();
    await world.ended('worker');
    await world.start('worker');
    return due;
  };
}

/** Kills the processes when the first run is in flight. */
function killed(names: readonly ProcessName[]): Breakage {
  return async ({ world, pool }, schedule) => {
    const due = await schedule();
    await waitUntil(async () => (await inFlight(pool, due)).length > 0, 30);
    await Promise.all(names.map((name) => world.kill(name)));
    for (const name of names) await world.start(name);
    return due;
  };
}

async function occurrencesTerminated(stage: Stage, schedule: () => Promise<DueSchedule[]>): Promise<DueSchedule[]> {
  return whileInFlight(stage, schedule, (due) => terminateOccurrences(stage, due));
}

async function dispatchersTerminated(stage: Stage, schedule: () => Promise<DueSchedule[]>): Promise<DueSchedule[]> {
  const due = await schedule();
  await terminateDispatchers(stage, due);
  return due;
}

/** Terminates the dispatchers and the workflows of occurrences, so that only the rows record the occurrences. */
async function bothTerminated(stage: Stage, schedule: () => Promise<DueSchedule[]>): Promise<DueSchedule[]> {
  return whileInFlight(stage, schedule, async (due) => {
    await terminateDispatchers(stage, due);
    await terminateOccurrences(stage, due);
  });
}

/** Terminates workflows while ClickHouse is unavailable. Every attempt fails, and occurrences wait in their backoff. */
async function whileInFlight(
  { world, pool }: Stage,
  schedule: () => Promise<DueSchedule[]>,
  terminate: (due: readonly DueSchedule[]) => Promise<void>,
): Promise<DueSchedule[]> {
  await world.kill('clickhouse');
  const due = await schedule();
  await waitUntil(async () => (await inFlight(pool, due)).length === WORKSPACES, 30);
  await terminate(due);
  await world.start('clickhouse');
  return due;
}

async function terminateOccurrences({ pool, temporal }: Stage, due: readonly DueSchedule[]): Promise<void> {
  for (const { occurrence_id: id } of await inFlight(pool, due)) {
    await waitUntil(async () => (await temporal.workflow.getHandle(id).describe()).status.name === 'RUNNING', 30);
    await temporal.workflow.getHandle(id).terminate('by hand');
  }
}

async function terminateDispatchers({ pool, temporal }: Stage, due: readonly DueSchedule[]): Promise<void> {
  const { rows } = await pool.query<{ workspace_id: string }>(
    'SELECT DISTINCT workspace_id FROM report_schedules WHERE schedule_id = ANY ($1)',
    [idsOf(due)],
  );
  for (const { workspace_id: id } of rows) {
    await waitUntil(async () => {
      const { status, type } = await temporal.workflow.getHandle(id).describe();
      return status.name === 'RUNNING' && type === DISPATCH_WORKSPACE_WORKFLOW;
    }, 30);
    await temporal.workflow.getHandle(id).terminate('by hand');
  }
}

async function inFlight(pool: Stage['pool'], due: readonly DueSchedule[]): Promise<{ occurrence_id: string }[]> {
  const { rows } = await pool.query<{ occurrence_id: string }>(
    `SELECT occurrence_id FROM report_occurrences
     WHERE schedule_id = ANY ($1) AND state IN ('claimed', 'running', 'cancelling')`,
    [idsOf(due)],
  );
  return rows;
}

function idsOf(due: readonly DueSchedule[]): string[] {
  return due.map(({ scheduleId }) => scheduleId);
}
