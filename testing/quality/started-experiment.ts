import type pg from 'pg';
import type { ExperimentDeclaration } from '../../domain/quality/experiments/declaration.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { createDatasetStore } from '../../store/quality/datasets/dataset-store.ts';
import { createExperimentRunStore } from '../../store/quality/experiments/experiment-run-store.ts';
import { createExperimentStore } from '../../store/quality/experiments/experiment-store.ts';
import { makeMember } from './make-dataset-member.ts';

/** Creates an experiment in a workspace, over the declared dataset or a made one. Returns its id. */
export async function createMadeExperiment(
  world: { readonly pool: pg.Pool; readonly clock: Clock },
  workspaceId: string,
  declaration: ExperimentDeclaration,
): Promise<string> {
  const { pool, clock } = world;
  const pinned = { ...declaration, dataset_id: await datasetOf(world, workspaceId, declaration) };
  const experiment = { workspaceId, name: 'Cheaper?', declaration: pinned, pinnedDigest: 'digest', createdBy: 'tok_1' };
  return (await createExperimentStore(pool, clock).create(experiment)).experimentId;
}

/** The id of the declared dataset if it exists, else that of another dataset with one item. */
async function datasetOf(
  { pool, clock }: { readonly pool: pg.Pool; readonly clock: Clock },
  workspaceId: string,
  { dataset_id: datasetId, dataset_version: version }: ExperimentDeclaration,
): Promise<string> {
  const datasets = createDatasetStore(pool, clock);
  if ((await datasets.find({ datasetId, version })) !== undefined) return datasetId;
  const { dataset: made } = await datasets.create(
    { callerId: 'tok_1', idempotencyKey: undefined, fingerprint: '' },
    {
      ...{ workspaceId, name: 'Requests', builder: 'from_filter', definition: {}, members: [makeMember('r1')] },
      ...{
        duplicates: { requests: 0, contents: 0 },
        retentionGeneration: undefined,
        appended: undefined,
        createdBy: 'tok_1',
      },
    },
  );
  return made.datasetId;
}

/** Creates an experiment, and a run of it. Returns the id of the run. */
export async function startMadeRun(
  world: { readonly pool: pg.Pool; readonly clock: Clock },
  workspaceId: string,
  declaration: ExperimentDeclaration,
): Promise<string> {
  const experimentId = await createMadeExperiment(world, workspaceId, declaration);
  return startRunOf(world, workspaceId, experimentId);
}

/** Starts a further run of an experiment. Returns its id. */
export async function startRunOf(
  { pool, clock }: { readonly pool: pg.Pool; readonly clock: Clock },
  workspaceId: string,
  experimentId: string,
): Promise<string> {
  const run = await createExperimentRunStore(pool, clock).start({ workspaceId, experimentId, startedBy: 'tok_1' });
  if (run === undefined) throw new Error('The workspace has no such experiment.');
  return run.runId;
}
