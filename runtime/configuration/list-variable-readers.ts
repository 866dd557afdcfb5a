import type { Environment } from './environment.ts';

/** The readers of the environment: each process of ours, and the commands. */
export type VariableReader = 'launcher' | 'api' | 'worker' | 'proxy' | 'codec' | 'migrate' | 'command' | 'doctor';

const STORES = ['api', 'worker', 'migrate', 'command', 'doctor'] as const;
const CONTROL_PLANE = ['proxy', ...STORES] as const;
const TEMPORAL = ['worker', 'migrate', 'doctor'] as const;
// The doctor checks these settings, but reads no secret that it does not need.
const TRAFFIC = ['api', 'worker', 'doctor'] as const;
const SERVING = ['proxy', ...TRAFFIC] as const;
const SERVICES = ['codec', ...SERVING] as const;
const API = ['api', 'doctor'] as const;
const WRITERS = ['proxy', ...API] as const;
const WORKER = ['worker', 'doctor'] as const;

/**
 * The readers of each variable: the only list. Other processes see the variable as unset, and the launcher does not
 * pass it to them. The launcher itself reads all of them.
 */
const READERS: Readonly<Record<keyof Environment, readonly Exclude<VariableReader, 'launcher'>[]>> = {
  TRUETALLY_CONFIG: ['api', 'worker', 'proxy', 'command', 'doctor'],
  TRUETALLY_DATABASE_URL: CONTROL_PLANE,
  TRUETALLY_CLICKHOUSE_URL: STORES,
  // The API does not connect to it; it only states whether the deployment has a worker.
  TRUETALLY_TEMPORAL_ADDRESS: ['api', ...TEMPORAL],
  TRUETALLY_TEMPORAL_NAMESPACE: ['codec', ...TEMPORAL],
  TRUETALLY_TEMPORAL_TLS: TEMPORAL,
  TRUETALLY_TEMPORAL_CA_FILE: TEMPORAL,
  TRUETALLY_TEMPORAL_CERT_FILE: TEMPORAL,
  TRUETALLY_TEMPORAL_KEY_FILE: TEMPORAL,
  TRUETALLY_TEMPORAL_SERVER_NAME: TEMPORAL,
  TRUETALLY_TEMPORAL_API_KEY: TEMPORAL,
  TRUETALLY_PAYLOAD_KEYS: ['worker', 'codec'],
  TRUETALLY_PLAIN_PAYLOADS_UNTIL: WORKER,
  TRUETALLY_CODEC_HOST: ['codec'],
  TRUETALLY_CODEC_PORT: ['codec'],
  TRUETALLY_CODEC_PASSWORD: ['codec'],
  TRUETALLY_WORKER_DEPLOYMENT: WORKER,
  TRUETALLY_WORKER_BUILD_ID: WORKER,
  TRUETALLY_HOST: API,
  TRUETALLY_PORT: API,
  TRUETALLY_MANAGEMENT_PORT: API,
  TRUETALLY_PROXY_HOST: ['proxy', 'doctor'],
  TRUETALLY_PROXY_PORT: ['proxy', 'doctor'],
  TRUETALLY_PROXY_MOST_BODIES_MIB: ['proxy'],
  TRUETALLY_PROXY_CONNECTIONS: ['proxy'],
  TRUETALLY_PROXY_CONNECTIONS_PER_ADDRESS: ['proxy'],
  TRUETALLY_KEY_TEAMS: API,
  TRUETALLY_PLAYBACK_PORT: [],
  TRUETALLY_DEMO_GATEWAY_URL: ['api'],
  TRUETALLY_DATA: CONTROL_PLANE,
  TRUETALLY_JOURNAL: CONTROL_PLANE,
  TRUETALLY_JOURNAL_CREDENTIALS: CONTROL_PLANE,
  TRUETALLY_JOURNAL_MOST_UNREAD_MIB: WRITERS,
  TRUETALLY_JOURNAL_LEAST_FREE_MIB: WRITERS,
  TRUETALLY_CONTENT_MOST_MIB: SERVING,
  TRUETALLY_CONTENT_LEAST_FREE_MIB: SERVING,
  TRUETALLY_POSTGRES_PORT: [],
  TRUETALLY_CLICKHOUSE_PORT: [],
  TRUETALLY_TEMPORAL_PORT: [],
  TRUETALLY_TEMPORAL_UI_PORT: [],
  TRUETALLY_LOG_LEVEL: SERVICES,
  TRUETALLY_COMMIT: SERVICES,
  TRUETALLY_METRICS_PORT: SERVING,
  TRUETALLY_METRICS_HOST: SERVING,
  TRUETALLY_OTLP_URL: SERVING,
  TRUETALLY_TRACE_RATIO: SERVING,
  TRUETALLY_REQUESTS_PER_CREDENTIAL: API,
  TRUETALLY_REQUESTS_PER_ADDRESS: API,
  TRUETALLY_CONNECTIONS_PER_ADDRESS: API,
  TRUETALLY_TRUSTED_PROXIES: [...API, 'proxy'],
  TRUETALLY_ALLOWED_ORIGINS: API,
  TRUETALLY_DRAIN_DELAY_SECONDS: SERVICES,
  TRUETALLY_DRAIN_SECONDS: SERVICES,
  TRUETALLY_AUDIT_DAYS: TRAFFIC,
  TRUETALLY_FAULT_POINT: ['api', 'worker', 'proxy', 'command'],
  TRUETALLY_TEMPORAL_BINARY: [],
  TRUETALLY_TEMPORAL_TEST_SERVER_BINARY: [],
  TRUETALLY_PUBLIC_UI_URL: ['codec', 'api'],
  TRUETALLY_SEAL_KEY: ['api', 'worker'],
  TRUETALLY_SIGN_ON_SECRET: ['api'],
  TRUETALLY_RUN_HEARTBEAT_SECONDS: WORKER,
  TRUETALLY_RUN_TIMEOUT_SECONDS: WORKER,
  TRUETALLY_READER_TIMEOUT_SECONDS: WORKER,
  TRUETALLY_RECONCILE_SECONDS: WORKER,
  TRUETALLY_INDEX_BEHIND_SECONDS: TRAFFIC,
  TRUETALLY_DIMENSION_VALUES_PER_KEY: ['worker', 'command', 'doctor'],
  TRUETALLY_STALE_SECONDS: WORKER,
};

/** The readers of a variable, or of the file that the variable with the suffix `_FILE` names. */
export function listVariableReaders(name: string): readonly VariableReader[] {
  const readers = (READERS as Readonly<Record<string, readonly VariableReader[] | undefined>>)[name];
  if (readers !== undefined) return ['launcher', ...readers];
  return name.endsWith('_FILE') ? listVariableReaders(name.slice(0, -'_FILE'.length)) : [];
}
