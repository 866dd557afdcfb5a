import { ApplicationFailure } from '@temporalio/common';
import type {
  DispatchActivities,
  OccurrenceToRun,
  PlannedWorkspace,
} from '../../activities/schedules/dispatch-activities.ts';
import { createRunOccurrence } from '../../activities/schedules/run-occurrence.ts';
import type { OccurrenceActivities } from '../../activities/schedules/occurrence-activities.ts';
import type { OccurrenceStatus } from '../../domain/schedules/occurrence-status.ts';
import { isInFlight, MAX_OCCURRENCE_ATTEMPTS, type OccurrenceState } from '../../domain/schedules/report-occurrence.ts';
import { silentLog } from '../../testing/silent-log.ts';
import type { FakeRun } from './fake-run.ts';

/** An occurrence as returned by a plan. */
export function makeOccurrence(occurrenceId: string, change: Partial<OccurrenceToRun> = {}): OccurrenceToRun {
  return {
    occurrenceId,
    state: 'claimed',
    attempt: 0,
    scheduleId: 'sch_1',
    reportId: 'rep_1',
    reportName: 'Monday figures',
    organizationId: 'org_1',
    workspaceId: 't_1',
    scheduledFor: '2026-03-02T08:00:00.000Z',
    windowFrom: '2026-03-01T08:00:00.000Z',
    windowTo: '2026-03-02T08:00:00.000Z',
    skippedCount: 2,
    ...change,
  };
}

/**
 * The behaviour of one attempt of a step: a successful transition, a transient failure, the end of the complete
 * workflow, or a function to wait for.
 */
export type StepFate = 'succeeds' | 'fails' | 'changes nothing' | 'meets a defect' | (() => Promise<void>);

export interface FakeOccurrence {
  readonly row: OccurrenceStatus & { state: OccurrenceState };
  readonly activities: OccurrenceActivities;
}

/**
 * An occurrence's row without a database: the same transitions under the same guards. A step without a remaining fate
 * succeeds.
 */
export function createFakeOccurrence(
  run: FakeRun,
  fates: { begin?: readonly StepFate[]; deliver?: readonly StepFate[] } = {},
): FakeOccurrence {
  const row = {
    state: 'claimed' as OccurrenceState,
    attempt: 0,
    failureCode: '',
    runId: '',
    runAttempt: 0,
    deliveredCount: 0,
    suppressedCount: 0,
  };
  let isBroken = false;
  const left = { begin: [...(fates.begin ?? [])], deliver: [...(fates.deliver ?? [])] };
  const status = (): OccurrenceStatus => ({ ...row, runAttempt: row.runId === '' ? 0 : run.row.attempt });
  const step = async (
    name: 'begin' | 'deliver',
    from: OccurrenceState,
    move: () => void,
  ): Promise<OccurrenceStatus> => {
    const fate = left[name].shift() ?? 'succeeds';
    isBroken = fate === 'meets a defect';
    if (isBroken || fate === 'fails') {
      const origin = { part: 'Postgres', why: '57P01' };
      throw ApplicationFailure.nonRetryable('The store was away.', 'store_unavailable', { origin });
    }
    if (typeof fate === 'function') await fate();
    if (row.state === from && fate !== 'changes nothing') move();
    return status();
  };
  const deliverOccurrence = (): Promise<OccurrenceStatus> =>
    step('deliver', 'running', () => {
      if (run.row.state === 'failed') Object.assign(row, { state: 'failed', failureCode: run.row.failureCode });
      else if (run.row.state === 'cancelled') Object.assign(row, { state: 'cancelled', failureCode: 'run_cancelled' });
      else Object.assign(row, { state: 'delivered', deliveredCount: 2, suppressedCount: 1 });
    });
  return {
    row,
    activities: {
      beginOccurrence: () => step('begin', 'claimed', () => Object.assign(row, { state: 'running', runId: 'rrun_1' })),
      runOccurrence: createRunOccurrence({ ...run.activities, deliverOccurrence, log: silentLog }),
      deliverOccurrence,
      countOccurrenceFailure({ attempt }) {
        if (isBroken) throw ApplicationFailure.nonRetryable('A defect.');
        if (isInFlight(row.state) && row.attempt === attempt - 1) {
          row.attempt = attempt;
          if (attempt >= MAX_OCCURRENCE_ATTEMPTS)
            Object.assign(row, { state: 'failed', failureCode: 'attempts_exhausted' });
        }
        return Promise.resolve(status());
      },
      settleCancelledOccurrence() {
        if (isInFlight(row.state)) {
          if (row.state !== 'cancelling') row.failureCode = 'run_cancelled';
          row.state = 'cancelled';
          run.cancel();
        }
        return Promise.resolve(status());
      },
    },
  };
}

/** One plan of a test, in order: a successful plan or a failure. */
export type PlanStep = Partial<PlannedWorkspace> | 'fails' | (() => Promise<Partial<PlannedWorkspace>>);

export interface FakePlans {
  readonly activities: DispatchActivities;
  /** The number of plans that have begun. */
  readonly count: () => number;
  readonly add: (...steps: PlanStep[]) => void;
}

/** Plans without a database, in order. After the last plan, no schedule is armed. */
export function createFakePlans(...steps: PlanStep[]): FakePlans {
  const left = [...steps];
  let made = 0;
  return {
    count: () => made,
    add: (...more) => void left.push(...more),
    activities: {
      async planWorkspace() {
        made += 1;
        const step = left.shift() ?? {};
        if (step === 'fails') throw ApplicationFailure.retryable('The store was away.');
        return { workspaceName: 'Figures', schedules: '', ...(typeof step === 'function' ? await step() : step) };
      },
    },
  };
}
