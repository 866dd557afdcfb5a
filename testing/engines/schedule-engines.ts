import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ensureTemporalBinary } from '../../launcher/engines/temporal-binaries.ts';
import { freePorts } from '../processes/free-ports.ts';
import { makeTemplateDatabase } from './database.ts';
import './provided-context.ts';
import { startTestPostgres } from './test-postgres.ts';
import { bundleWorkflows } from './workflow-bundle.ts';

/**
 * Global set-up of Vitest for tests of schedules: Postgres in a temporary folder, the program of the time-skipping
 * Temporal server, and the bundled workflow code. Returns the teardown, which stops Postgres and deletes the folder.
 * @throws StartupFault with the remedy, if an engine cannot run here
 */
export default async function startScheduleEngines(project: TestProject): Promise<() => Promise<void>> {
  const report = (line: string): void => console.log(line);
  project.provide('testServerPath', await ensureTemporalBinary('temporal-test-server', report));
  project.provide('workflowBundlePath', await bundleWorkflows());
  const folder = mkdtempSync(join(tmpdir(), 'truetally-testing-'));
  // For root, another account runs Postgres and must be able to enter the folder.
  chmodSync(folder, 0o711);
  const [port = 0] = await freePorts(1);
  const postgres = await startTestPostgres({ folder: join(folder, 'postgres'), port, report });
  const tearDown = async (): Promise<void> => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await makeTemplateDatabase(postgres.url);
  } catch (error) {
    await tearDown();
    throw error;
  }
  project.provide('databaseUrl', postgres.url);
  return tearDown;
}
