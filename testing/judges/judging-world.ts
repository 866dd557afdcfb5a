import { inject, onTestFinished } from 'vitest';
import { Client } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { createJudgeActivities, type JudgeActivities } from '../../activities/judges/judge-activities.ts';
import { evalsSettings } from '../../domain/judges/configuration/evals-settings.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { noFaultPoints } from '../../domain/kernel/fault-points.ts';
import { createJudgeRegistry, type JudgeRegistry } from '../../store/judges/judge-registry.ts';
import { HOUSEKEEPING_TASK_QUEUE } from '../../workflows/public.ts';
import { createTestDatabase } from '../engines/database.ts';
import '../engines/provided-context.ts';
import { openSkippingEnvironment } from '../engines/skipping-environment.ts';
import { openSkippingTime } from '../schedules/skipping-time.ts';
import type { LabelledJudges } from './labelled-judges.ts';

/**
 * The steps at which a validation may fail: before its labels are found, before and after they are read, and after the
 * validation is recorded.
 */
export const VALIDATION_STEPS = ['found', 'begun', 'measured', 'recorded'] as const;
export type ValidationStep = (typeof VALIDATION_STEPS)[number];

/** The settings of validation. Both the interval and the number of labels make judges due within a year. */
export const VALIDATION_SETTINGS = evalsSettings({
  validation: { auto_validate: { enabled: true, interval: '168h', new_labels_threshold: 25 } },
}).validation;

/** Real workflows, activities and a real registry over judges in memory, with the clock of one test. */
export interface JudgingWorld {
  readonly clock: Clock;
  readonly client: Client;
  readonly registry: JudgeRegistry;
  /** The gold sets whose validation began, with subject and revision. */
  readonly begun: { readonly subjectId: string; readonly goldRevision: string }[];
  /** The function that runs at each step. If it throws, the activity ends at that step, as in a crash. */
  strike: (step: ValidationStep) => void | Promise<void>;
  /**
   * Advances the clock. Sweeps have no long timers, so Temporal's time is not skipped. The server cannot skip it anyway
   * while it has an unfinished task of a stopped worker.
   */
  passUntil(instant: Date): Promise<void>;
  /** Stops one of the two workers and starts a new worker. The other worker continues. */
  restart(which: 0 | 1): Promise<void>;
}

export async function openJudgingWorld(judges: LabelledJudges, begin: string): Promise<JudgingWorld> {
  const [environment, database] = await Promise.all([
    openSkippingEnvironment(),
    createTestDatabase(inject('databaseUrl')),
  ]);
  onTestFinished(() => database.drop());
  const time = await openSkippingTime(environment, begin);
  const registry = createJudgeRegistry(database.pool, time.clock);
  const activities = strikable(judges, registry, time.clock, (step) => world.strike(step));
  const start = async (): Promise<() => Promise<void>> => {
    // Two workers of one queue must not share a connection.
    const connection = await NativeConnection.connect({ address: environment.address });
    const worker = await Worker.create({
      connection,
      taskQueue: HOUSEKEEPING_TASK_QUEUE,
      workflowBundle: { codePath: inject('workflowBundlePath') },
      activities: { ...activities, validateJudge: noted },
      // This server assigns tasks of a cached workflow to its worker permanently, even after that worker has stopped.
      maxCachedWorkflows: 0,
      debugMode: true,
      shutdownGraceTime: '100ms',
    });
    const running = worker.run();
    return async () => {
      worker.shutdown();
      await running;
      await connection.close();
    };
  };
  const noted: JudgeActivities['validateJudge'] = (due) => {
    world.begun.push(due);
    return activities.validateJudge(due);
  };
  const stops: (() => Promise<void>)[] = [];
  const world: JudgingWorld = {
    clock: time.clock,
    client: new Client({ connection: environment.connection }),
    registry,
    begun: [],
    strike: () => undefined,
    passUntil: (instant) => time.leapTo(instant),
    async restart(which) {
      const stop = stops[which]!;
      stops[which] = await start();
      await stop();
    },
  };
  stops.push(await start(), await start());
  onTestFinished(async () => {
    await Promise.all(stops.map((stop) => stop()));
  });
  return world;
}

function strikable(
  { reader }: LabelledJudges,
  registry: JudgeRegistry,
  clock: Clock,
  strike: (step: ValidationStep) => void | Promise<void>,
): JudgeActivities {
  return createJudgeActivities({
    reader: {
      ...reader,
      async subjects() {
        await strike('found');
        return reader.subjects();
      },
      async evidence(subject, sources) {
        await strike('begun');
        const evidence = await reader.evidence(subject, sources);
        await strike('measured');
        return evidence;
      },
    },
    registry: {
      standing: () => registry.standing(),
      async record(subject, measure, repeatAfter) {
        const recorded = await registry.record(subject, measure, repeatAfter);
        await strike('recorded');
        return recorded;
      },
    },
    settings: VALIDATION_SETTINGS,
    clock,
    faultPoints: noFaultPoints,
    log: { info: () => undefined, warn: () => undefined },
  });
}
