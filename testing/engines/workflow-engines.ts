import type { TestProject } from 'vitest/node';
import { ensureTemporalBinary } from '../../launcher/engines/temporal-binaries.ts';
import './provided-context.ts';
import { bundleWorkflows } from './workflow-bundle.ts';

/**
 * Prepares the shared parts of workflow tests: the time-skipping server's program (each test starts its own) and the
 * bundled code.
 */
export default async function prepareWorkflowEngines(project: TestProject): Promise<void> {
  project.provide('testServerPath', await ensureTemporalBinary('temporal-test-server', (line) => console.log(line)));
  project.provide('workflowBundlePath', await bundleWorkflows());
}
