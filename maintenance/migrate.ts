import type { Clock } from '../domain/kernel/clock.ts';
import { isStoreUnavailable } from '../store/postgres/database-fault.ts';
import { withMigrationLock } from '../store/postgres/with-migration-lock.ts';
import { readConfiguration } from '../runtime/configuration/configuration.ts';
import { findSystem } from '../runtime/addresses/find-system.ts';
import { StartupFault } from '../runtime/startup-fault.ts';
import { temporalEndpoint } from '../runtime/addresses/temporal-endpoint.ts';
import { createProgram, runProgram } from '../runtime/commands/program.ts';
import { showWaiting } from '../runtime/commands/show-waiting.ts';
import { makeStream, type MadeStream } from './make-stream.ts';
import { prepareNamespace, type PreparedNamespace } from './temporal-namespace.ts';
import { migrateStores, type AppliedMigrations } from './migrate-stores.ts';

const clock: Clock = { now: () => new Date() };

/** The result of a migration, which `--json` prints. */
interface Migrated {
  readonly postgres: { readonly applied: readonly string[] };
  readonly clickhouse: { readonly applied: readonly string[] };
  readonly temporal: {
    readonly namespace: string;
    readonly created: boolean;
    readonly retention_days: number;
    readonly search_attributes_added: readonly string[];
  };
  /** The stream of the journal; absent if the journal is a folder. */
  readonly journal?: MadeStream;
}

const program = createProgram('npm run migrate --', 'Prepares Postgres, ClickHouse and Temporal for this version.')
  .option('--json', 'prints one JSON object')
  .action(async ({ json }: { json?: true }) => {
    const migrated = await showWaiting('migrating', migrate()).catch(sayWhyStoresAreAway);
    console.log(json === true ? JSON.stringify(migrated, undefined, 2) : linesOf(migrated).join('\n'));
  });

/** Throws a fault that includes the driver's message. It may contain addresses, which the operator has just typed. */
function sayWhyStoresAreAway(error: unknown): never {
  if (!isStoreUnavailable(error)) throw error;
  const why = error instanceof Error ? error.message : String(error);
  throw new StartupFault(
    `Postgres or ClickHouse does not answer (${why}). Check TRUETALLY_DATABASE_URL and TRUETALLY_CLICKHOUSE_URL.`,
    { cause: error },
  );
}

async function migrate(): Promise<Migrated> {
  const configuration = readConfiguration(process.env, 'migrate');
  const { databaseUrl, clickhouseUrl, temporalAddress } = findSystem(configuration);
  if (databaseUrl === undefined || clickhouseUrl === undefined || temporalAddress === undefined) {
    throw new StartupFault(
      'The environment names no stores. Set TRUETALLY_DATABASE_URL, TRUETALLY_CLICKHOUSE_URL and TRUETALLY_TEMPORAL_ADDRESS. `npm start` migrates the engines that it starts.',
    );
  }
  const namespace = configuration.temporalNamespace;
  const stores = await migrateStores({ databaseUrl, clickhouseUrl }, clock);
  const stream = await makeStream(configuration.journalStream);
  // Temporal rejects one of two concurrent changes of a namespace.
  const prepared = await withMigrationLock(databaseUrl, () =>
    prepareNamespace(temporalEndpoint(configuration, temporalAddress), namespace),
  );
  return { ...migratedOf(stores, namespace, prepared), ...(stream && { journal: stream }) };
}

function migratedOf(
  stores: AppliedMigrations,
  namespace: string,
  prepared: PreparedNamespace,
): Omit<Migrated, 'journal'> {
  return {
    postgres: { applied: stores.postgres },
    clickhouse: { applied: stores.clickhouse },
    temporal: {
      namespace,
      created: prepared.isNew,
      retention_days: prepared.retentionDays,
      search_attributes_added: prepared.addedAttributes,
    },
  };
}

function linesOf({ postgres, clickhouse, temporal, journal }: Migrated): string[] {
  const { namespace, created, retention_days: days, search_attributes_added: added } = temporal;
  return [
    `Postgres    ${applied(postgres.applied)}`,
    `ClickHouse  ${applied(clickhouse.applied)}`,
    `Temporal    namespace ${namespace} ${created ? 'created' : 'exists'}, history stored for ${days} days; search attributes ${
      added.length === 0 ? 'up to date' : `added: ${added.join(', ')}`
    }`,
    ...(journal === undefined
      ? []
      : [`Journal     stream ${journal.stream} ${journal.created ? 'created' : 'exists'}`]),
  ];
}

function applied(names: readonly string[]): string {
  return names.length === 0 ? 'up to date' : `applied: ${names.join(', ')}`;
}

await runProgram(program);
