import { join, resolve } from 'node:path';
import { Type, type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { StartupFault } from './startup-fault.ts';

const port = (fallback: number, meaning: string) =>
  Type.Integer({ minimum: 1, maximum: 65_535, default: fallback, unit: 'port, 1 to 65535', description: meaning });
const seconds = (fallback: number, meaning: string) =>
  Type.Integer({ minimum: 1, maximum: 86_400, default: fallback, unit: 'seconds, 1 to 86400', description: meaning });
const text = (fallback: string, unit: string, meaning: string) =>
  Type.String({ minLength: 1, default: fallback, unit, description: meaning });
const optional = (unit: string, meaning: string, pattern = '.') =>
  Type.Optional(Type.String({ pattern, unit, description: meaning }));

/** Every environment variable, with its default, its unit and its meaning. The only list there is. */
export const environmentSchema = Type.Object({
  TRUETALLY_DATABASE_URL: optional(
    'postgres://user:password@host:port/database',
    'The Postgres of the control plane; without it, an embedded one is started.',
    '^postgres(ql)?://',
  ),
  TRUETALLY_CLICKHOUSE_URL: optional(
    'http://user:password@host:port/database',
    'The ClickHouse of the facts; without it, an embedded one is started.',
    '^https?://[^/]+/.+',
  ),
  TRUETALLY_TEMPORAL_ADDRESS: optional(
    'host:port',
    'The Temporal frontend; without it, an embedded dev server is started.',
    '^[^/\\s]+:\\d+$',
  ),
  TRUETALLY_TEMPORAL_NAMESPACE: text('truetally', 'name', 'The Temporal namespace of all workflows.'),
  TRUETALLY_HOST: text('127.0.0.1', 'address', 'Where the API listens.'),
  TRUETALLY_PORT: port(7070, 'Where the API listens.'),
  TRUETALLY_DATA: text('.data', 'folder', 'Where embedded engines keep their data.'),
  TRUETALLY_JOURNAL: optional(
    'folder',
    'The journal of facts on their way in; by default `journal` in the data folder.',
  ),
  TRUETALLY_POSTGRES_PORT: port(7071, 'The embedded Postgres.'),
  TRUETALLY_CLICKHOUSE_PORT: port(7072, 'The embedded ClickHouse.'),
  TRUETALLY_TEMPORAL_PORT: port(7233, 'The frontend of the embedded Temporal.'),
  TRUETALLY_TEMPORAL_UI_PORT: port(8233, 'The UI of the embedded Temporal.'),
  TRUETALLY_LOG_LEVEL: Type.Union(
    (['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const).map((level) => Type.Literal(level)),
    {
      default: 'info',
      unit: 'trace|debug|info|warn|error|fatal|silent',
      description: 'The least level that is logged.',
    },
  ),
  TRUETALLY_FAULT_POINT: optional('name', 'Crash tests only: the fault point at which the process kills itself.'),
  TRUETALLY_TEMPORAL_BINARY: optional('file', 'A `temporal` command line to use instead of the pinned one.'),
  TRUETALLY_TEMPORAL_TEST_SERVER_BINARY: optional('file', 'A `temporal-test-server` to use instead of the pinned one.'),
  TRUETALLY_PUBLIC_UI_URL: optional('URL', 'The Temporal UI as operators reach it, for links.', '^https?://'),
  TRUETALLY_SEAL_KEY: optional(
    'at least 32 characters',
    'The key that seals read contexts; without it, one is made once and kept in Postgres.',
    '^.{32,}$',
  ),
  TRUETALLY_RUN_HEARTBEAT_SECONDS: seconds(15, 'A running report that is silent for this long has lost its worker.'),
  TRUETALLY_RUN_TIMEOUT_SECONDS: seconds(600, 'The longest one attempt of a report run may take.'),
  TRUETALLY_RECONCILE_SECONDS: seconds(30, 'How often the reconciler looks for work that was lost.'),
  TRUETALLY_STALE_SECONDS: seconds(120, 'How long unsettled work may lie untouched before the reconciler takes it up.'),
});

type Environment = Static<typeof environmentSchema>;

export interface Configuration {
  readonly databaseUrl: string | undefined;
  readonly clickhouseUrl: string | undefined;
  /** `host:port` of the Temporal frontend. */
  readonly temporalAddress: string | undefined;
  readonly temporalNamespace: string;
  readonly host: string;
  readonly port: number;
  /** Absolute. */
  readonly dataFolder: string;
  /** Absolute. */
  readonly journalFolder: string;
  readonly postgresPort: number;
  readonly clickhousePort: number;
  readonly temporalPort: number;
  readonly temporalUiPort: number;
  readonly logLevel: Environment['TRUETALLY_LOG_LEVEL'];
  readonly faultPoint: string | undefined;
  readonly temporalBinary: string | undefined;
  readonly temporalTestServerBinary: string | undefined;
  readonly publicUiUrl: string | undefined;
  readonly sealKey: string | undefined;
  readonly runHeartbeatSeconds: number;
  readonly runTimeoutSeconds: number;
  readonly reconcileSeconds: number;
  readonly staleSeconds: number;
}

/**
 * The configuration that `env` (usually `process.env`) asks for. An empty variable counts as not set; a variable
 * `TRUETALLY_…` that does not exist is a fault, because a typing error would otherwise be silent.
 * @throws StartupFault naming every faulty variable at once
 */
export function readConfiguration(env: Readonly<Record<string, string | undefined>>): Configuration {
  const given = Object.entries(environmentSchema.properties).flatMap(([name, schema]) => {
    const value = env[name];
    if (value === undefined || value === '') return [];
    return [[name, Type.IsInteger(schema) && /^\d{1,9}$/.test(value) ? Number(value) : value] as const];
  });
  const values = Value.Default(environmentSchema, Object.fromEntries(given));
  const faults = [...unknownVariables(env), ...faultyVariables(values, env)];
  if (faults.length > 0)
    throw new StartupFault(`The environment cannot be used:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  return configurationOf(Value.Decode(environmentSchema, values));
}

/** Other processes of the house (tests, the embedded ClickHouse) have variables of their own under these names. */
const FOREIGN = /^TRUETALLY_(TEST_|CLICKHOUSE_(FOLDER|PASSWORD)$)/;

function unknownVariables(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(env)
    .filter((name) => name.startsWith('TRUETALLY_') && !(name in environmentSchema.properties) && !FOREIGN.test(name))
    .map((name) => `${name} is not a variable of Truetally.`);
}

function faultyVariables(values: unknown, env: Readonly<Record<string, string | undefined>>): string[] {
  const names = new Set(Value.Errors(environmentSchema, values).map((error) => error.instancePath.split('/')[1] ?? ''));
  return [...names].map((name) => {
    const schema = (environmentSchema.properties as Record<string, TSchema & { unit?: string; description?: string }>)[
      name
    ];
    // A URL may hold a password, so the value is shown only where it is short and has none.
    const value = env[name]?.includes('@') === true ? 'the value given' : `\`${env[name] ?? ''}\``;
    return `${name}: ${value} is not ${schema?.unit ?? 'valid'}. ${schema?.description ?? ''}`;
  });
}

function configurationOf(env: Environment): Configuration {
  const dataFolder = resolve(env.TRUETALLY_DATA);
  return {
    databaseUrl: env.TRUETALLY_DATABASE_URL,
    clickhouseUrl: env.TRUETALLY_CLICKHOUSE_URL,
    temporalAddress: env.TRUETALLY_TEMPORAL_ADDRESS,
    temporalNamespace: env.TRUETALLY_TEMPORAL_NAMESPACE,
    host: env.TRUETALLY_HOST,
    port: env.TRUETALLY_PORT,
    dataFolder,
    journalFolder: resolve(env.TRUETALLY_JOURNAL ?? join(dataFolder, 'journal')),
    postgresPort: env.TRUETALLY_POSTGRES_PORT,
    clickhousePort: env.TRUETALLY_CLICKHOUSE_PORT,
    temporalPort: env.TRUETALLY_TEMPORAL_PORT,
    temporalUiPort: env.TRUETALLY_TEMPORAL_UI_PORT,
    logLevel: env.TRUETALLY_LOG_LEVEL,
    faultPoint: env.TRUETALLY_FAULT_POINT,
    temporalBinary: env.TRUETALLY_TEMPORAL_BINARY,
    temporalTestServerBinary: env.TRUETALLY_TEMPORAL_TEST_SERVER_BINARY,
    publicUiUrl: env.TRUETALLY_PUBLIC_UI_URL,
    sealKey: env.TRUETALLY_SEAL_KEY,
    runHeartbeatSeconds: env.TRUETALLY_RUN_HEARTBEAT_SECONDS,
    runTimeoutSeconds: env.TRUETALLY_RUN_TIMEOUT_SECONDS,
    reconcileSeconds: env.TRUETALLY_RECONCILE_SECONDS,
    staleSeconds: env.TRUETALLY_STALE_SECONDS,
  };
}
