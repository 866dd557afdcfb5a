import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type AnalyticsClient, createAnalyticsClient } from '../analytics/analytics-client.ts';
import { createJudgeReader } from '../analytics/judges/judge-reader.ts';
import { MAX_READ_MS } from '../analytics/statements/statement-runner.ts';
import { eraseBefore } from '../analytics/retention/erase-before.ts';
import { findRotations } from '../domain/gateway/find-rotations.ts';
import { governanceSettings, type GovernanceSettings } from '../domain/gateway/governance/limit.ts';
import { calibrationSettings } from '../domain/judges/configuration/calibration-settings.ts';
import { evalsSettings } from '../domain/judges/configuration/evals-settings.ts';
import { openJournal } from '../journal/open-journal.ts';
import { isStoreUnavailable } from '../store/postgres/database-fault.ts';
import { createServiceKeyStore } from '../store/gateway/service-key-store.ts';
import { createExclusionFinder } from '../store/insight/exclusion-finder.ts';
import { createPool } from '../store/postgres/pool.ts';
import { captureSettings } from '../domain/management/capture-settings.ts';
import { openContentStore, type BoundedContentStore } from '../content/open-content-store.ts';
import { readConfiguration } from '../runtime/configuration/configuration.ts';
import { loadConfigurationFile, type LoadedConfiguration } from '../runtime/configuration/load-configuration-file.ts';
import { findSystem } from '../runtime/addresses/find-system.ts';
import { StartupFault } from '../runtime/startup-fault.ts';
import { showWaiting } from '../runtime/commands/show-waiting.ts';
import { requireClickHouseTables, requirePostgresTables } from '../runtime/commands/require-tables.ts';
import { UsageFault } from '../runtime/commands/usage-fault.ts';
import { userName } from '../runtime/commands/user-name.ts';
import type { CommandRow } from './commands/command.ts';
import { eraseUserFromWorkspace } from './erasure/erase-user-from-workspace.ts';
import { readLoggedCalls } from './limits/read-logged-calls.ts';
import { OPERATOR_COMMANDS, runOperatorCommand, type OperatorPorts } from './operator-commands.ts';
import { createOperatorStores } from './operator-stores.ts';
import type { TypedCommand } from './operator-program.ts';
import { readPassword } from './read-password.ts';
import { tableText } from './table-text.ts';
import { repriceAll } from './repricing/reprice-all.ts';

const clock = { now: () => new Date() };

/** Standard error, which is muted while a password is typed on the same terminal. */
const terminal = {
  isAsking: false,
  isTTY: process.stderr.isTTY,
  write: (text: string) => terminal.isAsking || process.stderr.write(text),
};

/** Runs the command, and prints its rows. */
export async function runCommand({ name, typed, json }: TypedCommand): Promise<void> {
  const databaseUrl = findUrl('databaseUrl', 'TRUETALLY_DATABASE_URL');
  const pool = createPool(databaseUrl);
  try {
    await pool.query('SELECT 1');
    await requirePostgresTables(pool);
    const stores = createOperatorStores(pool, clock);
    const ports = {
      ...stores,
      clock,
      operator: userName(),
      callModel,
      readFile: readText,
      readPassword: passwordFrom,
      outlastReads,
      erase,
      eraseUser: userErasureOver(pool),
      withJudges: judgesOver(pool),
      calibrationSettings: () => calibrationSettings(configurationFile().evals),
      governance,
      loggedCalls: loggedCallsOver(stores, pool),
      reprice: repriceOver(pool),
    };
    const rows = await showWaiting(name, runOperatorCommand(ports, name, typed), terminal);
    if (json) console.log(JSON.stringify(rows, undefined, 2));
    else if (rows.length === 0) process.stderr.write('There are no rows.\n');
    else console.log(OPERATOR_COMMANDS[name]?.isTable ? tableText(rows) : rows.map(linesOf).join('\n\n'));
  } finally {
    await pool.end();
  }
}

/**
 * Calls a model. The provider clients and the price table are loaded on demand, because they are large and only this
 * needs them.
 */
async function callModel(...request: Parameters<OperatorPorts['callModel']>): ReturnType<OperatorPorts['callModel']> {
  const { createModelCaller } = await import('../providers/caller/create-model-caller.ts');
  const { loadPriceTable } = await import('../providers/prices/price-table.ts');
  return createModelCaller(await loadPriceTable(), clock).call(...request);
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new UsageFault(
      `The file ${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'it is not a file'}). Check the path and its permissions.`,
    );
  }
}

async function passwordFrom(file: string | undefined): Promise<string> {
  if (file !== undefined) return (await readText(file)).split(/\r?\n/, 1)[0] ?? '';
  terminal.isAsking = true;
  try {
    return await readPassword({ input: process.stdin, output: process.stderr });
  } finally {
    terminal.isAsking = false;
  }
}

async function outlastReads(): Promise<void> {
  const seconds = Math.ceil(MAX_READ_MS / 1_000);
  process.stderr.write(`waiting ${seconds} s for the end of reads that have begun\n`);
  await sleep(MAX_READ_MS);
}

/** Erases facts from the disks of ClickHouse, and content from ours. */
async function erase(...what: Parameters<OperatorPorts['erase']>): Promise<void> {
  const [{ workspaceId }, before] = what;
  await openContent().removeBefore(workspaceId, before);
  await withFacts((clickhouse) => eraseBefore(clickhouse, ...what));
}

function userErasureOver(pool: pg.Pool): OperatorPorts['eraseUser'] {
  return (workspace, user) =>
    withFacts((clickhouse) =>
      eraseUserFromWorkspace({ pool, clickhouse, clock, content: openContent(), outlastReads }, workspace, user),
    );
}

/** Opens the captured content of this machine to remove files. No content is written, so the limits do not matter. */
function openContent(): BoundedContentStore {
  const capture = captureSettings(configurationFile().dashboard?.capture);
  return openContentStore(capture, clock, { maxBytes: 0, minFreeBytes: 0 });
}

/** Supplies a reader of judges' facts, and the configured settings of validations. */
function judgesOver(pool: pg.Pool): OperatorPorts['withJudges'] {
  return (work) => {
    const { validation } = evalsSettings(configurationFile().evals);
    return withFacts((clickhouse) => work(createJudgeReader(clickhouse, createExclusionFinder(pool)), validation));
  };
}

function governance(file: string | undefined): GovernanceSettings {
  const read = file === undefined ? configurationFile() : loadConfigurationFile({ path: file, isNamed: true }).file;
  return governanceSettings(read.governance);
}

function loggedCallsOver({ keys }: Pick<OperatorPorts, 'keys'>, pool: pg.Pool): OperatorPorts['loggedCalls'] {
  const services = createServiceKeyStore(pool, clock);
  return async (range) => {
    const journal = openJournal(readConfiguration(process.env, 'command'));
    try {
      const rotated = [...(await keys.list()), ...(await services.listRotations())];
      return await readLoggedCalls(journal.logs, range, findRotations(rotated));
    } finally {
      await journal.close();
    }
  };
}

function repriceOver(pool: pg.Pool): OperatorPorts['reprice'] {
  return async (isDry, onAsked) => {
    const { loadPriceTable } = await import('../providers/prices/price-table.ts');
    const { createBasisPrices } = await import('../providers/prices/create-basis-prices.ts');
    const prices = createBasisPrices(await loadPriceTable());
    const journal = openJournal(readConfiguration(process.env, 'command'));
    try {
      return await withFacts((clickhouse) => repriceAll({ pool, clickhouse, journal, prices, clock }, isDry, onAsked));
    } finally {
      await journal.close();
    }
  };
}

function configurationFile(): LoadedConfiguration['file'] {
  return loadConfigurationFile(readConfiguration(process.env, 'command').configurationFile).file;
}

/** Opens ClickHouse only for the commands that need it. */
async function withFacts<Result>(work: (clickhouse: AnalyticsClient) => Promise<Result>): Promise<Result> {
  const url = findUrl('clickhouseUrl', 'TRUETALLY_CLICKHOUSE_URL');
  const clickhouse = createAnalyticsClient(url);
  try {
    await requireClickHouseTables(url);
    return await work(clickhouse);
  } catch (error) {
    if (!isStoreUnavailable(error)) throw error;
    throw new StartupFault('ClickHouse does not answer. Run `npm start`, or check TRUETALLY_CLICKHOUSE_URL.');
  } finally {
    await clickhouse.close();
  }
}

/** The URL from the environment, or else that of the system that was last started on the data folder. */
function findUrl(setting: 'databaseUrl' | 'clickhouseUrl', variable: string): string {
  const url = findSystem(readConfiguration(process.env, 'command'))[setting];
  if (url === undefined)
    throw new StartupFault(`No system was started here yet. Run \`npm start\`, or set ${variable}.`);
  return url;
}

function linesOf(row: CommandRow): string {
  return Object.entries(row)
    .map(([name, value]) => `${name.padEnd(16)} ${typeof value === 'string' ? value : value.join(', ')}`)
    .join('\n');
}
