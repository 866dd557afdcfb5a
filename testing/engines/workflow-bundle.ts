import { join } from 'node:path';
import type { DataConverter } from '@temporalio/common';
import { DefaultLogger } from '@temporalio/worker';
import { workflowBundle } from '../../worker/temporal/workflow-bundle.ts';

const CACHE = join(import.meta.dirname, '..', '..', '.cache');

/** The file of the bundled workflow code for this converter, created and cached in the same way as by workers. */
export async function bundleWorkflows(dataConverter: DataConverter = {}): Promise<string> {
  return (await workflowBundle(CACHE, new DefaultLogger('WARN'), dataConverter)).codePath;
}
