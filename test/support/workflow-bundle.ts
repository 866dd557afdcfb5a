import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DefaultLogger, bundleWorkflowCode } from '@temporalio/worker';

const WORKFLOWS = join(import.meta.dirname, '..', '..', 'workflows', 'index.ts');

/** Bundles the workflow code into `folder` and returns the file, or the empty string while there are no workflows. */
export async function bundleWorkflows(folder: string): Promise<string> {
  if (!existsSync(WORKFLOWS)) return '';
  const { code } = await bundleWorkflowCode({ workflowsPath: WORKFLOWS, logger: new DefaultLogger('WARN') });
  const path = join(folder, 'workflow-bundle.js');
  writeFileSync(path, code);
  return path;
}
