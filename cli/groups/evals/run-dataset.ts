import { closeSync, rmSync, writeFileSync } from 'node:fs';
import { openNewFile } from '../../output/open-new-file.ts';
import type { Result } from '../../output/result.ts';
import { openPlane, type Plane } from '../../plane/open-plane.ts';
import { refuseHeldFlags } from '../../plane/refuse-held-flags.ts';
import { workspaceOf } from '../../plane/workspace-of.ts';
import type { Context } from '../../tree/context.ts';
import type { Input } from '../../tree/command.ts';
import type { EVALS_RUN_FLAGS } from './evals-flags.ts';
import { runResult } from './run-result.ts';
import { planRun, readExperiment, runExperiment, type Planned } from './run-experiment.ts';

type RunInput = Input<typeof EVALS_RUN_FLAGS>;

export async function run(context: Context, { args: [datasetId = ''], flags }: RunInput): Promise<Result> {
  refuseHeldFlags(flags);
  const planned = planRun(flags);
  const plane = await openPlane(context, flags);
  const work = async (): ReturnType<typeof runAndRead> => runAndRead(context, plane, { datasetId, planned, flags });
  if (flags.out === undefined) return runResult(await work());
  // The file is made before the run, because a run whose document cannot be kept is started for nothing.
  const file = openNewFile(flags.out);
  try {
    const done = await work();
    writeFileSync(file, done.answer.bytes);
    return runResult(done);
  } catch (error) {
    rmSync(flags.out, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

async function runAndRead(
  context: Context,
  plane: Plane,
  { datasetId, planned, flags }: { datasetId: string; planned: Planned; flags: RunInput['flags'] },
) {
  const followed = await runExperiment(context, plane, { datasetId, planned, flags });
  const answer = await readExperiment(plane, workspaceOf(plane, flags), followed.experimentId);
  return { ...followed, answer };
}
