import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { Type, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { JournalLimits } from '../../journal/source/journal.ts';
import { isUrl, parseStreamAddress, type StreamAddress } from '../../journal/stream/stream-address.ts';
import { nearestName } from '../../domain/kernel/nearest-name.ts';
import { parseInstant } from '../../domain/kernel/parse-instant.ts';
import type { ContentLimits } from '../../content/content-space.ts';
import { StartupFault } from '../startup-fault.ts';
import { environmentSchema, type Environment } from './environment.ts';
import { configurationLocation, type ConfigurationLocation } from './configuration-location.ts';
import { listVariableReaders, type VariableReader } from './list-variable-readers.ts';

/** The contents of the TLS files for Temporal, as read at the start of the process. */
export interface TemporalTls {
  readonly ca: Buffer | undefined;
  readonly clientCertificate: { readonly crt: Buffer; readonly key: Buffer } | undefined;
  readonly serverName: string | undefined;
}

/** A key of payloads in Temporal: 32 bytes. */
export interface PayloadKey {
  readonly id: string;
  readonly key: Buffer;
}

export interface Configuration {
  /** The configuration file; the default one may be missing. */
  readonly configurationFile: ConfigurationLocation;
  readonly databaseUrl: string | undefined;
  readonly clickhouseUrl: string | undefined;
  /** `host:port` of the Temporal frontend. */
  readonly temporalAddress: string | undefined;
  readonly temporalNamespace: string;
  /** Undefined: without TLS. */
  readonly temporalTls: TemporalTls | undefined;
  readonly temporalApiKey: string | undefined;
  /** The first key encrypts, and all of them decrypt. Empty: payloads are plain. */
  readonly payloadKeys: readonly PayloadKey[];
  /** False without keys, and if the keys only decrypt. */
  readonly encryptsPayloads: boolean;
  /** The time until which a payload may still be plain although payloads are encrypted; undefined: no payload may. */
  readonly plainPayloadsUntil: Date | undefined;
  readonly codecHost: string;
  readonly codecPort: number;
  readonly codecPassword: string | undefined;
  /** Undefined: workers are not versioned. */
  readonly workerVersion: { readonly deploymentName: string; readonly buildId: string } | undefined;
  readonly host: string;
  readonly port: number;
  readonly proxyHost: string;
  readonly proxyPort: number;
  /** Bytes of bodies and answers that a gateway process holds at once; undefined: as many as fit its memory. */
  readonly maxBodyBytes: number | undefined;
  /** Connections of a gateway process; undefined: as many as fit its memory and descriptors. */
  readonly proxyConnections: number | undefined;
  /** The maximum of these for one address; undefined: half. */
  readonly proxyConnectionsPerAddress: number | undefined;
  /** True if credentials of services can belong to teams. */
  readonly keyTeams: boolean;
  readonly playbackPort: number;
  /** Undefined: no demo. */
  readonly demoGatewayUrl: string | undefined;
  /** Undefined: no management plane. */
  readonly managementPort: number | undefined;
  /** Absolute. */
  readonly dataFolder: string;
  /** Absolute: segments of the journal, and copies of imported files. */
  readonly journalFolder: string;
  /** The stream that holds the journal; undefined: the journal is in `journalFolder`. */
  readonly journalStream: StreamAddress | undefined;
  readonly journalLimits: JournalLimits;
  readonly contentLimits: ContentLimits;
  readonly postgresPort: number;
  readonly clickhousePort: number;
  readonly temporalPort: number;
  readonly temporalUiPort: number;
  readonly logLevel: Environment['TRUETALLY_LOG_LEVEL'];
  /** The commit of this build; undefined: that of the checkout. */
  readonly commit: string | undefined;
  /** Undefined: no metrics. */
  readonly metricsPort: number | undefined;
  readonly metricsHost: string;
  /** Undefined: no traces. */
  readonly otlpUrl: string | undefined;
  /** 0 to 1. */
  readonly traceRatio: number;
  /** Requests a minute. */
  readonly requestsPerCredential: number;
  /** Requests a minute. */
  readonly requestsPerAddress: number;
  /** Connections at the same time. */
  readonly connectionsPerAddress: number;
  /** Addresses and networks. */
  readonly trustedProxies: readonly string[];
  /** Scheme, host and port of each site whose pages may call the API. */
  readonly allowedOrigins: readonly string[];
  readonly drainDelaySeconds: number;
  readonly drainSeconds: number;
  readonly auditDays: number;
  readonly faultPoint: string | undefined;
  readonly temporalBinary: string | undefined;
  readonly temporalTestServerBinary: string | undefined;
  readonly publicUiUrl: string | undefined;
  readonly sealKey: string | undefined;
  /** The secret at the OpenID provider; undefined: none. */
  readonly signOnSecret: string | undefined;
  readonly runHeartbeatSeconds: number;
  readonly runTimeoutSeconds: number;
  readonly readerTimeoutSeconds: number;
  readonly reconcileSeconds: number;
  readonly indexBehindSeconds: number;
  readonly dimensionValuesPerKey: number;
  readonly staleSeconds: number;
}

const MIB = 1_048_576;

type Variables = Readonly<Record<string, string | undefined>>;
type VariableSchema = TSchema & { readonly unit?: string; readonly description?: string; readonly secret?: boolean };

const SCHEMAS = environmentSchema.properties as Readonly<Record<string, VariableSchema>>;
const SECRETS = Object.keys(SCHEMAS).filter((name) => SCHEMAS[name]?.secret === true);

/**
 * Reads the configuration from `env` (usually `process.env`), including the files that it names. An empty variable
 * counts as not set. An unknown variable `TRUETALLY_…` is a fault, because a typing error would otherwise have no
 * effect.
 * @param reader the process that reads: variables of other readers count as not set, and their files are not opened
 * @throws StartupFault that names all faulty variables, and no secret
 */
export function readConfiguration(env: Variables, reader: VariableReader = 'launcher'): Configuration {
  const faults = unknownVariables(env);
  const own = Object.fromEntries(Object.entries(env).filter(([name]) => listVariableReaders(name).includes(reader)));
  const given = withSecretFiles(own, faults);
  const values = Value.Default(environmentSchema, typedValues(given));
  faults.push(...faultyVariables(values, given));
  const configuration =
    faults.length === 0 ? configurationOf(Value.Decode(environmentSchema, values), faults) : undefined;
  if (configuration === undefined || faults.length > 0)
    throw new StartupFault(`Environment variables are invalid:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  return configuration;
}

/** The names of variables for tests and for the embedded ClickHouse, which are not part of the configuration. */
const FOREIGN = /^TRUETALLY_(TEST_|CLICKHOUSE_(FOLDER|PASSWORD)$)/;

function unknownVariables(env: Variables): string[] {
  const known = new Set([...Object.keys(SCHEMAS), ...SECRETS.map(fileVariable)]);
  return Object.keys(env)
    .filter((name) => name.startsWith('TRU') && !known.has(name) && !FOREIGN.test(name))
    .flatMap((name) => unknownVariable(name, nearestName(name, [...known])));
}

/**
 * The fault of an unknown variable. A name without our prefix belongs to another program, unless it is almost one of
 * ours.
 */
function unknownVariable(name: string, near: string | undefined): string[] {
  if (near === undefined && !name.startsWith('TRUETALLY_')) return [];
  const meant = near === undefined ? ': docs/configuration.md lists all of them.' : `: did you mean ${near}?`;
  return [`${name} is not a variable of Truetally${meant}`];
}

/** The variable that names the file of a secret. */
function fileVariable(name: string): string {
  return `${name}_FILE`;
}

/** Returns `env` with each secret that a file holds, without trailing line ends. */
function withSecretFiles(env: Variables, faults: string[]): Variables {
  const read = SECRETS.flatMap((name) => {
    const path = env[fileVariable(name)];
    if (path === undefined || path === '') return [];
    if (env[name] !== undefined && env[name] !== '') {
      faults.push(`${name} and ${fileVariable(name)} are both set. Unset one of them.`);
      return [];
    }
    const text = readNamedFile(fileVariable(name), path, faults)?.toString('utf8').trimEnd();
    if (text === '') faults.push(`${fileVariable(name)}: ${path} is empty. Write the secret into it.`);
    return [[name, text] as const];
  });
  return { ...env, ...Object.fromEntries(read) };
}

function readNamedFile(variable: string, path: string | undefined, faults: string[]): Buffer | undefined {
  if (path === undefined) return undefined;
  try {
    return readFileSync(path);
  } catch (error) {
    faults.push(`${variable}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)}).`);
    return undefined;
  }
}

const NUMBER = /^\d{1,9}(\.\d{1,9})?$/;

function typedValues(env: Variables): Record<string, unknown> {
  const given = Object.entries(SCHEMAS).flatMap(([name, schema]) => {
    const value = env[name];
    if (value === undefined || value === '') return [];
    const isNumber = Type.IsInteger(schema) || Type.IsNumber(schema);
    return [[name, isNumber && NUMBER.test(value) ? Number(value) : value] as const];
  });
  return Object.fromEntries(given);
}

function faultyVariables(values: unknown, env: Variables): string[] {
  const names = new Set(Value.Errors(environmentSchema, values).map((error) => error.instancePath.split('/')[1] ?? ''));
  return [...names].map((name) => {
    const schema = SCHEMAS[name];
    const value = schema?.secret === true ? 'the value given' : `\`${env[name] ?? ''}\``;
    const form = schema?.unit === undefined ? '' : ` (expected: ${schema.unit})`;
    return `${name}: ${value} is not valid${form}. ${schema?.description ?? ''}`;
  });
}

function configurationOf(env: Environment, faults: string[]): Configuration {
  faults.push(...malformedUrls(env));
  const dataFolder = resolve(env.TRUETALLY_DATA);
  const journal = env.TRUETALLY_JOURNAL ?? join(dataFolder, 'journal');
  return {
    configurationFile: configurationLocation(env.TRUETALLY_CONFIG),
    databaseUrl: env.TRUETALLY_DATABASE_URL,
    clickhouseUrl: env.TRUETALLY_CLICKHOUSE_URL,
    temporalAddress: env.TRUETALLY_TEMPORAL_ADDRESS,
    temporalNamespace: env.TRUETALLY_TEMPORAL_NAMESPACE,
    temporalTls: temporalTlsOf(env, faults),
    temporalApiKey: env.TRUETALLY_TEMPORAL_API_KEY,
    payloadKeys: payloadKeysOf(env, faults),
    encryptsPayloads: /^(?!plain,)./.test(env.TRUETALLY_PAYLOAD_KEYS ?? ''),
    plainPayloadsUntil: instantOf(env, 'TRUETALLY_PLAIN_PAYLOADS_UNTIL', faults),
    codecHost: env.TRUETALLY_CODEC_HOST,
    codecPort: env.TRUETALLY_CODEC_PORT,
    codecPassword: codecPasswordOf(env, faults),
    workerVersion: workerVersionOf(env, faults),
    host: env.TRUETALLY_HOST,
    port: env.TRUETALLY_PORT,
    proxyHost: env.TRUETALLY_PROXY_HOST,
    proxyPort: env.TRUETALLY_PROXY_PORT,
    maxBodyBytes: env.TRUETALLY_PROXY_MOST_BODIES_MIB && env.TRUETALLY_PROXY_MOST_BODIES_MIB * MIB,
    proxyConnections: env.TRUETALLY_PROXY_CONNECTIONS,
    proxyConnectionsPerAddress: env.TRUETALLY_PROXY_CONNECTIONS_PER_ADDRESS,
    keyTeams: env.TRUETALLY_KEY_TEAMS === 'on',
    playbackPort: env.TRUETALLY_PLAYBACK_PORT,
    demoGatewayUrl: env.TRUETALLY_DEMO_GATEWAY_URL,
    managementPort: env.TRUETALLY_MANAGEMENT_PORT,
    dataFolder,
    journalFolder: resolve(isUrl(journal) ? join(dataFolder, 'journal') : journal),
    journalStream: journalStreamOf(env, journal, faults),
    journalLimits: {
      maxUnreadBytes: env.TRUETALLY_JOURNAL_MOST_UNREAD_MIB * MIB,
      minFreeBytes: env.TRUETALLY_JOURNAL_LEAST_FREE_MIB * MIB,
    },
    contentLimits: {
      maxBytes: env.TRUETALLY_CONTENT_MOST_MIB * MIB,
      minFreeBytes: env.TRUETALLY_CONTENT_LEAST_FREE_MIB * MIB,
    },
    postgresPort: env.TRUETALLY_POSTGRES_PORT,
    clickhousePort: env.TRUETALLY_CLICKHOUSE_PORT,
    temporalPort: env.TRUETALLY_TEMPORAL_PORT,
    temporalUiPort: env.TRUETALLY_TEMPORAL_UI_PORT,
    logLevel: env.TRUETALLY_LOG_LEVEL,
    commit: env.TRUETALLY_COMMIT,
    metricsPort: env.TRUETALLY_METRICS_PORT,
    metricsHost: env.TRUETALLY_METRICS_HOST,
    otlpUrl: env.TRUETALLY_OTLP_URL,
    traceRatio: env.TRUETALLY_TRACE_RATIO,
    requestsPerCredential: env.TRUETALLY_REQUESTS_PER_CREDENTIAL,
    requestsPerAddress: env.TRUETALLY_REQUESTS_PER_ADDRESS,
    connectionsPerAddress: env.TRUETALLY_CONNECTIONS_PER_ADDRESS,
    trustedProxies: trustedProxiesOf(env, faults),
    allowedOrigins: allowedOriginsOf(env, faults),
    drainDelaySeconds: env.TRUETALLY_DRAIN_DELAY_SECONDS,
    drainSeconds: env.TRUETALLY_DRAIN_SECONDS,
    auditDays: env.TRUETALLY_AUDIT_DAYS,
    faultPoint: env.TRUETALLY_FAULT_POINT,
    temporalBinary: env.TRUETALLY_TEMPORAL_BINARY,
    temporalTestServerBinary: env.TRUETALLY_TEMPORAL_TEST_SERVER_BINARY,
    publicUiUrl: env.TRUETALLY_PUBLIC_UI_URL,
    sealKey: env.TRUETALLY_SEAL_KEY,
    signOnSecret: env.TRUETALLY_SIGN_ON_SECRET,
    runHeartbeatSeconds: env.TRUETALLY_RUN_HEARTBEAT_SECONDS,
    runTimeoutSeconds: env.TRUETALLY_RUN_TIMEOUT_SECONDS,
    readerTimeoutSeconds: env.TRUETALLY_READER_TIMEOUT_SECONDS,
    reconcileSeconds: env.TRUETALLY_RECONCILE_SECONDS,
    indexBehindSeconds: env.TRUETALLY_INDEX_BEHIND_SECONDS,
    dimensionValuesPerKey: env.TRUETALLY_DIMENSION_VALUES_PER_KEY,
    staleSeconds: env.TRUETALLY_STALE_SECONDS,
  };
}

/**
 * Finds malformed URLs before a driver reads them, because drivers quote a malformed URL together with its password.
 */
function malformedUrls(env: Environment): string[] {
  return Object.entries(env)
    .filter(([name, value]) => name.endsWith('_URL') && !URL.canParse(String(value)))
    .map(
      ([name]) =>
        `${name}: it is not a valid URL. Percent-encode all characters of user and password but letters and digits.`,
    );
}

function journalStreamOf(env: Environment, journal: string, faults: string[]): StreamAddress | undefined {
  const credentials = env.TRUETALLY_JOURNAL_CREDENTIALS;
  if (!isUrl(journal)) {
    if (credentials !== undefined)
      faults.push(
        'TRUETALLY_JOURNAL_CREDENTIALS is for a stream, and TRUETALLY_JOURNAL names a folder. Unset it, or name a stream.',
      );
    return undefined;
  }
  const address = parseStreamAddress(journal, credentials);
  if (address === undefined)
    faults.push(
      'TRUETALLY_JOURNAL: a stream is `nats://host:port,host:port/stream`, or `tls`, with `user:password@` or `token@` before the hosts and `?replicas=1`, 3 or 5 behind it. Percent-encode what user and password hold besides letters and digits.',
    );
  return address;
}

function temporalTlsOf(env: Environment, faults: string[]): TemporalTls | undefined {
  const ca = readNamedFile('TRUETALLY_TEMPORAL_CA_FILE', env.TRUETALLY_TEMPORAL_CA_FILE, faults);
  const crt = readNamedFile('TRUETALLY_TEMPORAL_CERT_FILE', env.TRUETALLY_TEMPORAL_CERT_FILE, faults);
  const key = readNamedFile('TRUETALLY_TEMPORAL_KEY_FILE', env.TRUETALLY_TEMPORAL_KEY_FILE, faults);
  if ((env.TRUETALLY_TEMPORAL_CERT_FILE === undefined) !== (env.TRUETALLY_TEMPORAL_KEY_FILE === undefined))
    faults.push('TRUETALLY_TEMPORAL_CERT_FILE and TRUETALLY_TEMPORAL_KEY_FILE belong together. Set both, or neither.');
  const clientCertificate = crt === undefined || key === undefined ? undefined : { crt, key };
  const serverName = env.TRUETALLY_TEMPORAL_SERVER_NAME;
  const implied = [env.TRUETALLY_TEMPORAL_API_KEY, ca, clientCertificate, serverName];
  if (env.TRUETALLY_TEMPORAL_TLS === 'off' && implied.every((part) => part === undefined)) return undefined;
  return { ca, clientCertificate, serverName };
}

function payloadKeysOf(env: Environment, faults: string[]): PayloadKey[] {
  const parts = (env.TRUETALLY_PAYLOAD_KEYS ?? '').split(/, */).filter((part) => part.includes(':'));
  const keys = parts.map((part) => {
    const colon = part.indexOf(':');
    return { id: part.slice(0, colon), key: Buffer.from(part.slice(colon + 1), 'base64') };
  });
  if (new Set(keys.map(({ id }) => id)).size < keys.length)
    faults.push('TRUETALLY_PAYLOAD_KEYS: two keys have the same id. Give each key its own id.');
  return keys;
}

function instantOf(env: Environment, name: 'TRUETALLY_PLAIN_PAYLOADS_UNTIL', faults: string[]): Date | undefined {
  const text = env[name];
  const instant = text === undefined ? undefined : parseInstant(text);
  if (text !== undefined && instant === undefined)
    faults.push(`${name}: \`${text}\` is not a valid instant. Write one such as 2026-01-31T08:00:00Z.`);
  return instant;
}

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|localhost)$/;

/**
 * The password of the codec. A client of the endpoint can read all payloads, so only users of this machine may use it
 * without a password.
 */
function codecPasswordOf(env: Environment, faults: string[]): string | undefined {
  if (env.TRUETALLY_CODEC_PASSWORD === undefined && !LOOPBACK.test(env.TRUETALLY_CODEC_HOST))
    faults.push('TRUETALLY_CODEC_PASSWORD is needed where TRUETALLY_CODEC_HOST is not an address of loopback.');
  return env.TRUETALLY_CODEC_PASSWORD;
}

/** The items of a list that are separated by commas, blanks or both. */
function itemsOf(list = ''): string[] {
  return list.split(/[, ]+/).filter((item) => item !== '');
}

function allowedOriginsOf(env: Environment, faults: string[]): string[] {
  const origins = itemsOf(env.TRUETALLY_ALLOWED_ORIGINS);
  const wrong = origins.find((origin) => !isOrigin(origin));
  if (wrong !== undefined) {
    const form = 'as a browser names it: scheme, host and port in lower case, such as https://console.example.com';
    faults.push(`TRUETALLY_ALLOWED_ORIGINS: ${wrong} is no origin ${form}.`);
  }
  return origins;
}

/** True if the text has the exact form of an `Origin` header, because the two are compared as texts. */
function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text;
}

function trustedProxiesOf(env: Environment, faults: string[]): string[] {
  const parts = itemsOf(env.TRUETALLY_TRUSTED_PROXIES);
  const wrong = parts.find((part) => !isAddressOrNetwork(part));
  if (wrong !== undefined) faults.push(`TRUETALLY_TRUSTED_PROXIES: ${wrong} is no address and no network.`);
  return parts;
}

function isAddressOrNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128))
  );
}

function workerVersionOf(env: Environment, faults: string[]): Configuration['workerVersion'] {
  const deploymentName = env.TRUETALLY_WORKER_DEPLOYMENT;
  const buildId = env.TRUETALLY_WORKER_BUILD_ID;
  if (deploymentName !== undefined && buildId !== undefined) return { deploymentName, buildId };
  if (deploymentName !== undefined || buildId !== undefined)
    faults.push('TRUETALLY_WORKER_DEPLOYMENT and TRUETALLY_WORKER_BUILD_ID belong together. Set both, or neither.');
  return undefined;
}
