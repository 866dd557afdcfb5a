import type { EvalExperiment } from '../../../clients/typescript/management/wire.ts';
import { CommandFault, usageFault } from '../../output/command-fault.ts';
import { follow } from '../../service/follow.ts';
import type { Plane, PlaneAnswer } from '../../plane/open-plane.ts';
import { workspaceOf } from '../../plane/workspace-of.ts';
import type { Context } from '../../tree/context.ts';
import type { FlagValues } from '../../tree/flag.ts';
import { declareArms, type DeclaredArms } from './declare-arms.ts';
import type { RUN_FLAGS } from './evals-flags.ts';

/** The largest probability of a false `BEAT`. */
const ALPHA = 0.05;
const MOST_RUNS = '100';

type RunFlags = FlagValues<typeof RUN_FLAGS> & { readonly workspace: string | undefined };

/** An experiment to run: one that is declared, or arms to declare. */
export type Planned = { readonly experimentId: string; readonly runId: string | undefined } | DeclaredArms;

/**
 * The experiment of these flags.
 *
 * @throws CommandFault `usage` before anything is sent
 */
export function planRun(
  flags: RunFlags,
  pair: { readonly baseline?: string | undefined; readonly candidate?: string | undefined } = {},
): Planned {
  if (flags.now !== undefined)
    throw new CommandFault('usage', '--now does not apply to this command.', {
      why: 'the service dates a run by its own clock',
      next: 'leave --now out',
    });
  const { experiment, 'run-id': runId } = flags;
  if (experiment !== undefined) return { experimentId: experiment, runId };
  if (runId !== undefined)
    throw usageFault('--run-id needs the experiment of the run.', '--experiment <qexp_…> --run-id <qrun_…>');
  return declareArms(flags.arm, flags['arm-config'], pair);
}

/** An experiment after the end of its run, or after the time to wait. */
export interface FollowedRun {
  readonly runId: string;
  readonly experimentId: string;
  readonly isEnded: boolean;
}

/** Declares an experiment unless it is declared, starts a run unless one is named, and follows it. */
export async function runExperiment(
  context: Context,
  plane: Plane,
  { datasetId, planned, flags }: { readonly datasetId: string; readonly planned: Planned; readonly flags: RunFlags },
): Promise<FollowedRun> {
  const place = workspaceOf(plane, flags);
  const experimentId =
    'experimentId' in planned
      ? await requireExperiment(plane, place, planned.experimentId, datasetId)
      : await declare(plane, place, { datasetId, planned, flags });
  const stated = 'experimentId' in planned ? planned.runId : undefined;
  const runId =
    stated ??
    (await plane.call('management.experiments.run', { ids: { experiment: experimentId }, body: place })).data.run_id;
  context.note(`Run ${runId} of experiment ${experimentId}. It continues if you stop waiting.`);
  const last = await follow(context, {
    timeoutMs: flags['wait-timeout'],
    ask: () => findRun(plane, { ...place, experiment_id: experimentId }, runId),
    hasEnded: (run) => run.status !== 'running',
    describe: (run) => `run ${runId}: ${run.ended_cells} of ${run.cells} answers scored`,
  });
  const isEnded = last.status !== 'running';
  return { runId, experimentId, isEnded };
}

async function declare(
  plane: Plane,
  place: object,
  { datasetId, planned, flags }: { datasetId: string; planned: DeclaredArms; flags: RunFlags },
): Promise<string> {
  const { data: dataset } = await plane.call('management.datasets.get', {
    ids: { dataset: datasetId },
    query: { ...place },
  });
  const { data } = await plane.call('management.experiments.create', {
    body: {
      ...place,
      title: flags.title ?? `${planned.pair.baseline} and ${planned.pair.candidate} on ${dataset.name}`.slice(0, 120),
      dataset_id: datasetId,
      dataset_version: dataset.version,
      ...planned,
      alpha: ALPHA,
      // No evaluator of the command line makes calls that cost.
      spend_ceiling_nano_usd: '0',
      ...(flags.segment !== undefined && { segment: flags.segment }),
    },
  });
  return data.experiment_id;
}

/** @throws CommandFault `usage` if the experiment is one over another dataset */
async function requireExperiment(plane: Plane, place: object, id: string, datasetId: string): Promise<string> {
  const { data } = await readExperiment(plane, place, id);
  if (data.dataset_id !== datasetId)
    throw usageFault(
      `The experiment ${id} is over the dataset ${data.dataset_id}.`,
      `name this dataset: ${data.dataset_id}`,
    );
  return id;
}

/** The experiment with the figures of its latest run. */
export async function readExperiment(
  plane: Plane,
  place: object,
  experiment: string,
  compare?: string,
): Promise<PlaneAnswer<'management.experiments.get'>> {
  return await plane.call('management.experiments.get', { ids: { experiment }, query: { ...place, compare } });
}

/** @throws CommandFault `not_found` if the experiment has no such run */
async function findRun(
  plane: Plane,
  query: Readonly<Record<string, string>>,
  runId: string,
): Promise<NonNullable<EvalExperiment['latest_run']>> {
  const { data } = await plane.call('management.runs.list', { query: { ...query, limit: MOST_RUNS } });
  const found = data.runs.find((run) => run.run_id === runId);
  if (found === undefined)
    throw new CommandFault('not_found', `There is no run ${runId} of the experiment.`, {
      next: 'check --run-id and --experiment',
    });
  return found;
}
