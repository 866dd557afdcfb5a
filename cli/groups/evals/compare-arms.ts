import { readFileSync } from 'node:fs';
import { CommandFault, usageFault } from '../../output/command-fault.ts';
import type { Result } from '../../output/result.ts';
import { openPlane, type Plane } from '../../plane/open-plane.ts';
import { refuseHeldFlags } from '../../plane/refuse-held-flags.ts';
import { workspaceOf } from '../../plane/workspace-of.ts';
import type { Context } from '../../tree/context.ts';
import type { Input } from '../../tree/command.ts';
import type { COMPARE_FLAGS } from './evals-flags.ts';
import { planRun, readExperiment, runExperiment } from './run-experiment.ts';
import { runResult } from './run-result.ts';

type CompareInput = Input<typeof COMPARE_FLAGS>;

export async function run(context: Context, { args: [datasetId = ''], flags }: CompareInput): Promise<Result> {
  refuseHeldFlags(flags);
  const { baseline, candidate } = flags;
  if ((baseline === undefined) !== (candidate === undefined))
    throw usageFault(
      '--baseline and --candidate name the two arms together.',
      'give both, or none for the declared pair',
    );
  const ofFile = flags.run === undefined ? undefined : readRunFile(flags.run, datasetId);
  const planned = ofFile === undefined ? planRun(flags, { baseline, candidate }) : undefined;
  const plane = await openPlane(context, flags);
  const compare = baseline === undefined ? undefined : `${baseline},${candidate ?? ''}`;
  const place = workspaceOf(plane, flags);
  const isPresent = planned !== undefined && 'experimentId' in planned && planned.runId === undefined;
  const present = ofFile ?? (isPresent ? { experimentId: planned.experimentId, runId: undefined } : undefined);
  if (present !== undefined) return await comparePresent(plane, place, { ...present, datasetId, compare });
  if (planned === undefined) throw new Error('A comparison has a file, or an experiment to run.');
  const followed = await runExperiment(context, plane, { datasetId, planned, flags });
  return runResult({ ...followed, answer: await readExperiment(plane, place, followed.experimentId, compare) });
}

/** Compares the arms of the latest run, and starts nothing. */
async function comparePresent(
  plane: Plane,
  place: object,
  { experimentId, runId, datasetId, compare }: PresentRun,
): Promise<Result> {
  const answer = await readExperiment(plane, place, experimentId, compare);
  const { latest_run: latest, dataset_id: dataset } = answer.data;
  if (dataset !== datasetId)
    throw usageFault(`The experiment ${experimentId} is over the dataset ${dataset}.`, `name this dataset: ${dataset}`);
  if (latest === null)
    throw new CommandFault('not_found', `The experiment ${experimentId} has no run yet.`, {
      next: `tt evals run ${datasetId} --experiment ${experimentId}`,
    });
  if (runId !== undefined && latest.run_id !== runId)
    throw new CommandFault('conflict', `The file has the run ${runId}, and ${latest.run_id} is a later run.`, {
      why: 'the service compares the latest run of an experiment',
      next: `tt evals compare ${datasetId} --experiment ${experimentId}`,
    });
  return runResult({ answer, experimentId, runId: latest.run_id, isEnded: latest.status !== 'running' });
}

interface PresentRun {
  readonly experimentId: string;
  /** The run that must be the latest one; undefined for any. */
  readonly runId: string | undefined;
  readonly datasetId: string;
  readonly compare: string | undefined;
}

/**
 * The ids of the document of a run.
 *
 * @throws CommandFault `usage` for a file of another kind, or of another dataset
 */
function readRunFile(path: string, datasetId: string): { readonly experimentId: string; readonly runId: string } {
  const next = `tt evals run ${datasetId} --out ${path}`;
  let document: { experiment_id?: unknown; dataset_id?: unknown; latest_run?: { run_id?: unknown } | null };
  try {
    document = JSON.parse(readFileSync(path, 'utf8')) as typeof document;
  } catch (error) {
    const { code = 'it is no JSON' } = error as NodeJS.ErrnoException;
    throw new CommandFault('usage', `The file ${path} cannot be read.`, { why: code, next });
  }
  const { experiment_id: experimentId, dataset_id: dataset, latest_run: run } = document;
  if (typeof experimentId !== 'string' || typeof run?.run_id !== 'string')
    throw new CommandFault('usage', `The file ${path} is not the document of a run.`, { next });
  if (dataset !== datasetId) throw usageFault(`The run of ${path} is over another dataset than ${datasetId}.`, next);
  return { experimentId, runId: run.run_id };
}
