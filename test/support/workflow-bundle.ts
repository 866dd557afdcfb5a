import { join } from 'node:path';
import { DefaultLogger } from '@temporalio/worker';
import { workflowBundle } from '../../worker/workflow-bundle.ts';

const CACHE = join(import.meta.dirname, '..', '..', '.cache');

/** The file of the bundled workflow code, made and kept as workers do it. */
export async function bundleWorkflows(): Promise<string> {
  return (await workflowBundle(CACHE, new DefaultLogger('WARN'))).codePath;
}
