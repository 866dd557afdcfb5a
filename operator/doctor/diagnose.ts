import { Connection } from '@temporalio/client';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { Journal } from '../../journal/source/journal.ts';
import { openJournal } from '../../journal/open-journal.ts';
import { createStreamClient } from '../../journal/stream/stream-client.ts';
import { createAnalyticsClient } from '../../analytics/analytics-client.ts';
import { readConfiguration, type Configuration } from '../../runtime/configuration/configuration.ts';
import { temporalEndpoint } from '../../runtime/addresses/temporal-endpoint.ts';
import { findSystem } from '../../runtime/addresses/find-system.ts';
import { clickHouseChecks } from './clickhouse/clickhouse-checks.ts';
import { readClickHouseRows } from './clickhouse/read-clickhouse-rows.ts';
import { contentCheck } from './content-check.ts';
import { configurationFileCheck } from './configuration-file-check.ts';
import { runChecks } from './run-checks.ts';
import { faultVerdict, okVerdict, type Check, type Finding } from './findings/finding.ts';
import { streamChecks } from './stream-checks.ts';
import { machineChecks } from './machine-checks.ts';
import { postgresChecks } from './postgres/postgres-checks.ts';
import { openReadOnlyPool } from './postgres/open-read-only-pool.ts';
import { hostAndPort } from './findings/host-and-port.ts';
import { temporalChecks } from './temporal-checks.ts';
import { notConfiguredVerdict, workChecks } from './work-checks.ts';

const CONNECT_MS = 4_000;

/** The checks of one engine, and the function that closes its connections. */
interface Looked {
  readonly checks: readonly Check[];
  close(): Promise<unknown>;
}

/**
 * Checks everything that `env` (usually `process.env`) names, or else the system that was last started on its data
 * folder. It writes nothing, takes at most some ten seconds, and never rejects.
 */
export async function diagnose(env: Readonly<Record<string, string | undefined>>, clock: Clock): Promise<Finding[]> {
  const check = { part: 'configuration', check: 'environment' };
  let configuration: Configuration;
  try {
    configuration = readConfiguration(env, 'doctor');
  } catch (error) {
    const seen = error instanceof Error ? error.message.replaceAll(/\n\s*/g, ' ') : String(error);
    return [
      { ...check, ...faultVerdict(seen, 'Correct these variables. docs/configuration.md lists every variable.') },
    ];
  }
  const read: Check = { ...check, look: () => okVerdict('All environment variables are valid.') };
  try {
    const journal = openJournal(configuration);
    const looked = [
      ...enginesOf(configuration, clock, journal),
      streamOf(configuration),
      { checks: [], close: () => journal.close() },
    ];
    const file = configurationFileCheck(configuration.configurationFile);
    const machine = [...machineChecks(configuration), contentCheck(configuration)];
    const checks = [read, file, ...machine, ...looked.flatMap((engine) => engine.checks)];
    const findings = await runChecks(checks);
    // Connections that hang are abandoned: the process ends after the report.
    void Promise.allSettled(looked.map((engine) => engine.close()));
    return findings;
  } catch (error) {
    const seen = error instanceof Error ? error.message : String(error);
    return [
      {
        ...check,
        ...faultVerdict(
          seen,
          'If connection.json in the data folder is damaged, delete the file. `npm start` writes it again.',
        ),
      },
    ];
  }
}

function enginesOf(configuration: Configuration, clock: Clock, journal: Journal): Looked[] {
  const urls = findSystem(configuration);
  return [
    postgresOf(configuration, urls.databaseUrl, { clock, journal }),
    clickHouseOf(configuration, urls.clickhouseUrl, clock),
    temporalOf(configuration, urls.temporalAddress, clock),
  ];
}

function streamOf({ journalStream }: Configuration): Looked {
  if (journalStream === undefined) return { checks: [], close: () => Promise.resolve() };
  const client = createStreamClient(journalStream);
  return { checks: streamChecks(client), close: () => client.close() };
}

/** The only check that reports whether an engine answers. The other checks of the engine wait for the same promise. */
function reachedCheck(part: string, check: string, reached: Promise<unknown>, variable: string): Check {
  // The check reports the rejection; this avoids an unhandled one.
  reached.catch(() => undefined);
  const remedy = `Start the server (\`npm start\` starts embedded engines), or correct ${variable}.`;
  return {
    part,
    check: 'answers',
    look: () =>
      reached.then(
        () => okVerdict(`The server at ${check} answers.`),
        (error: unknown) => faultVerdict(`The server at ${check} does not answer (${reasonOf(error)}).`, remedy),
      ),
  };
}

/** The reason of an error, which may be several errors, with an address but no password. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return (error.message || (cause === undefined ? error.name : reasonOf(cause))).split('\n')[0] ?? '';
}

function silent(part: string, reached: Promise<unknown>): Promise<void> {
  const waited = reached.then(
    () => undefined,
    () => {
      throw new Error(`${part} does not answer.`);
    },
  );
  waited.catch(() => undefined);
  return waited;
}

function absent(part: string, variable: string): Looked {
  return {
    checks: [{ part, check: 'answers', look: () => notConfiguredVerdict(variable) }],
    close: () => Promise.resolve(),
  };
}

function postgresOf(
  configuration: Configuration,
  url: string | undefined,
  { clock, journal }: { readonly clock: Clock; readonly journal: Journal },
): Looked {
  const variable = 'TRUETALLY_DATABASE_URL';
  if (url === undefined) return absent('postgres', variable);
  const pool = openReadOnlyPool(url);
  const reached = pool.query('SELECT 1');
  const waited = silent('Postgres', reached);
  return {
    checks: [
      reachedCheck('postgres', hostAndPort(url), reached, variable),
      ...postgresChecks(url, { pool, clock }, waited),
      ...workChecks(configuration, { pool, clock, journal }, waited),
    ],
    close: () => pool.end(),
  };
}

function clickHouseOf(configuration: Configuration, url: string | undefined, clock: Clock): Looked {
  const variable = 'TRUETALLY_CLICKHOUSE_URL';
  if (url === undefined) return absent('clickhouse', variable);
  const client = createAnalyticsClient(url);
  const reached = readClickHouseRows(client, 'SELECT 1');
  const isEmbedded = configuration.clickhouseUrl === undefined;
  return {
    checks: [
      reachedCheck('clickhouse', hostAndPort(url), reached, variable),
      ...clickHouseChecks(url, isEmbedded, { client, clock }, silent('ClickHouse', reached)),
    ],
    close: () => client.close(),
  };
}

function temporalOf(configuration: Configuration, address: string | undefined, clock: Clock): Looked {
  const variable = 'TRUETALLY_TEMPORAL_ADDRESS';
  if (address === undefined) return absent('temporal', variable);
  const reached = Connection.connect({ ...temporalEndpoint(configuration, address), connectTimeout: CONNECT_MS });
  const waited = silent('Temporal', reached).then(() => reached);
  waited.catch(() => undefined);
  return {
    checks: [
      reachedCheck('temporal', address, reached, variable),
      ...temporalChecks(configuration, address, clock, waited),
    ],
    close: () => reached.then((connection) => connection.close()),
  };
}
