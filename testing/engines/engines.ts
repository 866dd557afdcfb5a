import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startClickHouse } from '../../launcher/engines/start-clickhouse.ts';
import type { EmbeddedEngine } from '../../launcher/engines/embedded-engine.ts';
import { ensureTemporalBinary } from '../../launcher/engines/temporal-binaries.ts';
import { prepareNamespace } from '../../maintenance/temporal-namespace.ts';
import { startTemporal } from '../../launcher/engines/start-temporal.ts';
import { freePorts } from '../processes/free-ports.ts';
import { makeFactsTemplate } from './clickhouse-database.ts';
import { makeTemplateDatabase } from './database.ts';
import './provided-context.ts';
import { startTestPostgres } from './test-postgres.ts';
import { bundleWorkflows } from './workflow-bundle.ts';

const NAMESPACE = 'truetally-test';

/**
 * Starts real engines for the complete test run, in a temporary folder. For each engine, a URL in the environment can
 * select an external server instead.
 */
export default async function startTestEngines(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'truetally-test-'));
  // For root, another account runs Postgres and must be able to enter the folder.
  chmodSync(folder, 0o711);
  const engines: EmbeddedEngine[] = [];
  const tearDown = async (): Promise<void> => {
    await Promise.all(engines.map((engine) => engine.stop()));
    rmSync(folder, { recursive: true, force: true });
  };
  const run = async (given: string | undefined, start: () => Promise<EmbeddedEngine>): Promise<string> => {
    if (given !== undefined && given !== '') return given;
    const engine = await start();
    engines.push(engine);
    return engine.url;
  };
  try {
    const [postgresPort = 0, clickhousePort = 0, temporalPort = 0] = await freePorts(3);
    const report = (line: string): void => console.log(line);
    const [databaseUrl, clickhouseUrl, temporalAddress, workflowBundlePath] = await settleAll([
      run(process.env['TRUETALLY_TEST_DATABASE_URL'], () =>
        startTestPostgres({ folder: join(folder, 'postgres'), port: postgresPort, report }),
      ),
      run(process.env['TRUETALLY_TEST_CLICKHOUSE_URL'], () =>
        startClickHouse({ folder: join(folder, 'clickhouse'), port: clickhousePort, report }),
      ),
      run(process.env['TRUETALLY_TEST_TEMPORAL_ADDRESS'], async () => {
        const binary = await ensureTemporalBinary('temporal', report);
        return startTemporal({ binary, folder: join(folder, 'temporal'), port: temporalPort, report });
      }),
      bundleWorkflows(),
    ]);
    await Promise.all([
      prepareNamespace({ address: temporalAddress }, NAMESPACE),
      makeTemplateDatabase(databaseUrl),
      makeFactsTemplate(clickhouseUrl),
    ]);
    project.provide('databaseUrl', databaseUrl);
    project.provide('clickhouseUrl', clickhouseUrl);
    project.provide('temporalAddress', temporalAddress);
    project.provide('temporalNamespace', NAMESPACE);
    project.provide('workflowBundlePath', workflowBundlePath);
    project.provide('testServerPath', await ensureTemporalBinary('temporal-test-server', report));
  } catch (error) {
    await tearDown();
    throw error;
  }
  return tearDown;
}

/**
 * Resolves to the results of all promises, like `Promise.all`. If a promise rejects, the function waits for the others
 * before it rejects, so that its caller can stop everything that was started.
 */
async function settleAll(
  parts: readonly [Promise<string>, Promise<string>, Promise<string>, Promise<string>],
): Promise<readonly [string, string, string, string]> {
  await Promise.allSettled(parts);
  return Promise.all(parts);
}
