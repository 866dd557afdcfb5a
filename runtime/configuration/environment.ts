import { Type, type Static } from 'typebox';
import { MAX_VALUES_OF_KEY } from '../../domain/insight/folded-values.ts';
import { INDEX_BEHIND_SECONDS } from '../../domain/insight/index-lag.ts';

const PORT = { minimum: 1, maximum: 65_535, unit: 'port, 1 to 65535' } as const;
const portNumber = (meaning: string) => Type.Integer({ ...PORT, description: meaning });
// The schema above is not spread, because its kind is not enumerable and would be lost.
const port = (fallback: number, meaning: string) => Type.Integer({ ...PORT, default: fallback, description: meaning });
const seconds = (fallback: number, meaning: string) =>
  Type.Integer({ minimum: 1, maximum: 86_400, default: fallback, unit: 'seconds, 1 to 86400', description: meaning });
const text = (fallback: string, unit: string, meaning: string) =>
  Type.String({ minLength: 1, default: fallback, unit, description: meaning });
const count = (fallback: number, minimum: number, maximum: number, unit: string, meaning: string) =>
  Type.Integer({
    minimum,
    maximum,
    default: fallback,
    unit: `${unit}, ${minimum} to ${maximum}`,
    description: meaning,
  });
/** A count whose default is derived from the machine. */
const derived = (minimum: number, maximum: number, unit: string, meaning: string) =>
  Type.Optional(Type.Integer({ minimum, maximum, unit: `${unit}, ${minimum} to ${maximum}`, description: meaning }));
const optional = (unit: string, meaning: string, pattern = '.') =>
  Type.Optional(Type.String({ pattern, unit, description: meaning }));
const secret = (unit: string, meaning: string, pattern: string) =>
  Type.Optional(Type.String({ pattern, unit, description: meaning, secret: true }));
const file = (meaning: string) => optional('file', meaning);

/** One key: `id:` and 32 bytes in base64. */
const PAYLOAD_KEY = '[A-Za-z0-9._-]{1,32}:[A-Za-z0-9+/]{43}=';
const PAYLOAD_KEYS = `^(plain, *)?${PAYLOAD_KEY}(, *${PAYLOAD_KEY})*$`;

/**
 * All environment variables, with their defaults, units and meanings. No other list of them exists.
 * The value of a `secret` is never shown; the variable `<name>_FILE` may name a file that holds it.
 */
export const environmentSchema = Type.Object({
  TRUETALLY_CONFIG: file(
    'The configuration file (YAML) for the settings that are not variables. Without it, a process reads `tokentriage.yaml` in its working folder, if this file exists.',
  ),
  TRUETALLY_DATABASE_URL: secret(
    'postgres://user:password@host:port/database',
    'The Postgres of the control plane. Without it, an embedded one starts. TLS is set as in libpq: `?sslmode=verify-full&sslrootcert=/file`.',
    '^postgres(ql)?://',
  ),
  TRUETALLY_CLICKHOUSE_URL: secret(
    'http://user:password@host:port/database',
    'The ClickHouse of the facts, with `https` for TLS (a private authority: `NODE_EXTRA_CA_CERTS`). Without it, an embedded one starts.',
    '^https?://[^/]+/.+',
  ),
  TRUETALLY_TEMPORAL_ADDRESS: optional(
    'host:port',
    'The Temporal frontend. Without it, an embedded dev server starts.',
    '^[^/\\s]+:\\d+$',
  ),
  TRUETALLY_TEMPORAL_NAMESPACE: text('truetally', 'name', 'The Temporal namespace of all workflows.'),
  TRUETALLY_TEMPORAL_TLS: Type.Union([Type.Literal('off'), Type.Literal('on')], {
    default: 'off',
    unit: 'off|on',
    description: 'Connects to Temporal over TLS. An API key or any of the next four variables turns it on as well.',
  }),
  TRUETALLY_TEMPORAL_CA_FILE: file(
    'The authorities (PEM) that may sign the certificate of Temporal, instead of the default ones.',
  ),
  TRUETALLY_TEMPORAL_CERT_FILE: file('The certificate (PEM) that this process presents to Temporal.'),
  TRUETALLY_TEMPORAL_KEY_FILE: file('The private key (PEM) of that certificate.'),
  TRUETALLY_TEMPORAL_SERVER_NAME: optional(
    'name',
    'The name that the certificate of Temporal must have, if it is not the host.',
  ),
  TRUETALLY_TEMPORAL_API_KEY: secret('key', 'The API key of Temporal Cloud.', '^[\\x21-\\x7e]+$'),
  TRUETALLY_PAYLOAD_KEYS: secret(
    'id:key, id:key …, each key 32 bytes in base64',
    'The keys that encrypt the payloads of Temporal histories (AES-256-GCM). The first key encrypts, and all keys decrypt. With `plain` before the first key, no key encrypts, and all keys still decrypt.',
    PAYLOAD_KEYS,
  ),
  TRUETALLY_PLAIN_PAYLOADS_UNTIL: optional(
    'RFC 3339 instant',
    'The time until which histories may contain plain payloads from before encryption. Without it, processes that encrypt payloads refuse plain ones.',
    '^[0-9]{4}-',
  ),
  TRUETALLY_CODEC_HOST: text(
    '127.0.0.1',
    'address',
    'The address of the endpoint that decrypts payloads for the Temporal UI.',
  ),
  TRUETALLY_CODEC_PORT: port(7074, 'The port of that endpoint.'),
  TRUETALLY_CODEC_PASSWORD: secret(
    'at least 16 characters',
    'The password of that endpoint, with the user name `operator`. It is optional on loopback only.',
    '^.{16,}$',
  ),
  TRUETALLY_WORKER_DEPLOYMENT: optional(
    'name',
    'The worker deployment of this worker; without it, workers are not versioned.',
    '^[A-Za-z0-9_-]{1,128}$',
  ),
  TRUETALLY_WORKER_BUILD_ID: optional(
    'text',
    'The build of this worker within its deployment.',
    '^[A-Za-z0-9._-]{1,128}$',
  ),
  TRUETALLY_HOST: text('127.0.0.1', 'address', 'The address at which the API listens.'),
  TRUETALLY_PORT: port(7070, 'The port at which the API listens.'),
  TRUETALLY_MANAGEMENT_PORT: Type.Optional(
    portNumber(
      'The port of the management plane, on the address of the API. Without it, only `npm start` serves the plane, at port 7075.',
    ),
  ),
  TRUETALLY_PROXY_HOST: text('127.0.0.1', 'address', 'The address at which the gateway listens.'),
  TRUETALLY_PROXY_PORT: port(8787, 'The port at which the gateway listens.'),
  TRUETALLY_PROXY_MOST_BODIES_MIB: derived(
    32,
    1_048_576,
    'MiB',
    'The memory of a gateway process for bodies, answers and their parsed values, in total. Without it, the smaller of half of the heap and a quarter of the memory of its container. A key gets at most a third of this memory, and an organization at most half.',
  ),
  TRUETALLY_PROXY_CONNECTIONS: derived(
    10,
    1_000_000,
    'connections',
    'The maximum number of connections of a gateway process. Without it, 10,000, or fewer if the process has less than 128 KiB of memory or 2.5 file descriptors per connection.',
  ),
  TRUETALLY_PROXY_CONNECTIONS_PER_ADDRESS: derived(
    1,
    1_000_000,
    'connections',
    'The maximum number of connections of one address to one gateway process. Without it, half of all connections. It does not apply to the addresses in TRUETALLY_TRUSTED_PROXIES.',
  ),
  TRUETALLY_KEY_TEAMS: Type.Union([Type.Literal('off'), Type.Literal('on')], {
    default: 'off',
    unit: 'off|on',
    description:
      'Allows credentials of services to belong to teams. The first team of a credential is the team of its traffic and of its limits.',
  }),
  TRUETALLY_PLAYBACK_PORT: port(
    7090,
    'The port of the playback provider under `npm start`. This provider answers the gateway if the configuration file names no providers.',
  ),
  TRUETALLY_DEMO_GATEWAY_URL: optional(
    'URL',
    'The gateway of the demo. `npm start` sets it for the API, whose first page then shows the demo with figures of its synthetic traffic. Do not set it elsewhere.',
    '^https?://',
  ),
  TRUETALLY_DATA: text('.data', 'folder', 'The folder in which embedded engines store their data.'),
  TRUETALLY_JOURNAL: secret(
    'folder, or nats://user:password@host:port,host:port/stream',
    'The journal of facts that are not loaded yet. It is a folder, by default `journal` in the data folder, or a stream of NATS JetStream. Use `tls` instead of `nats` for TLS (a private authority: `NODE_EXTRA_CA_CERTS`). A user without a password is a token. `?replicas=3` sets the number of servers on which `npm run migrate` creates the stream.',
    '.',
  ),
  TRUETALLY_JOURNAL_CREDENTIALS: secret(
    'text of a `.creds` file',
    'The credentials for that stream, if NATS identifies its users by JWT and key.',
    'BEGIN NATS USER JWT[^]+BEGIN USER NKEY SEED',
  ),
  TRUETALLY_JOURNAL_MOST_UNREAD_MIB: count(
    4_096,
    1,
    1_000_000,
    'MiB',
    'The unread size of the journal above which traffic over HTTP and calls of the gateway get 503.',
  ),
  TRUETALLY_JOURNAL_LEAST_FREE_MIB: count(
    1_024,
    1,
    1_000_000,
    'MiB',
    'The free space on the disk of a journal folder below which traffic over HTTP and calls of the gateway get 503.',
  ),
  TRUETALLY_CONTENT_MOST_MIB: count(
    102_400,
    1,
    100_000_000,
    'MiB',
    'The disk space for captured content of all workspaces together. One workspace gets at most four times the space that it leaves free. Content beyond the limit is not stored.',
  ),
  TRUETALLY_CONTENT_LEAST_FREE_MIB: count(
    2_048,
    1,
    1_000_000,
    'MiB',
    'The free space on the disk of captured content below which no more is stored. If it shares a disk with the journal, set it above `TRUETALLY_JOURNAL_LEAST_FREE_MIB`, so that capturing stops first.',
  ),
  TRUETALLY_POSTGRES_PORT: port(7071, 'The port of the embedded Postgres.'),
  TRUETALLY_CLICKHOUSE_PORT: port(7072, 'The port of the embedded ClickHouse.'),
  TRUETALLY_TEMPORAL_PORT: port(7233, 'The port of the frontend of the embedded Temporal.'),
  TRUETALLY_TEMPORAL_UI_PORT: port(8233, 'The port of the UI of the embedded Temporal.'),
  TRUETALLY_LOG_LEVEL: Type.Union(
    (['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const).map((level) => Type.Literal(level)),
    {
      default: 'info',
      unit: 'trace|debug|info|warn|error|fatal|silent',
      description: 'The minimum level that is logged.',
    },
  ),
  TRUETALLY_COMMIT: optional(
    '7 to 64 hexadecimal digits',
    'The Git commit of this build, which `/healthz` and the log show. The image sets it. Without it, they show the commit of the checkout, if there is one.',
    '^[0-9a-f]{7,64}$',
  ),
  TRUETALLY_METRICS_PORT: Type.Optional(
    portNumber(
      'The port at which this process serves its metrics for Prometheus at `/metrics`. Without it, there are no metrics. Under `npm start` the API has this port, the worker the next one and the gateway the one after that.',
    ),
  ),
  TRUETALLY_METRICS_HOST: text('127.0.0.1', 'address', 'The address of that port.'),
  TRUETALLY_OTLP_URL: optional(
    'URL',
    'The receiver of traces, by OTLP over HTTP, such as `http://localhost:4318`. Without it, there are no traces.',
    '^https?://[^/]+',
  ),
  TRUETALLY_TRACE_RATIO: Type.Number({
    minimum: 0,
    maximum: 1,
    default: 1,
    unit: 'share, 0 to 1',
    description: 'The share of requests that are traced, unless the caller decides in its trace context.',
  }),
  TRUETALLY_REQUESTS_PER_CREDENTIAL: count(
    600,
    1,
    1_000_000,
    'requests a minute',
    'The limit of one credential at one API process.',
  ),
  TRUETALLY_REQUESTS_PER_ADDRESS: count(
    1_200,
    1,
    1_000_000,
    'requests a minute',
    'The limit of one address at one API process, for all credentials together.',
  ),
  TRUETALLY_CONNECTIONS_PER_ADDRESS: count(
    256,
    1,
    5_000,
    'connections',
    'The maximum number of connections of one address to one API process. Each further connection closes one that has no request; if all have requests, the new connection is closed. It does not apply to the addresses in TRUETALLY_TRUSTED_PROXIES.',
  ),
  TRUETALLY_TRUSTED_PROXIES: optional(
    'addresses and networks, separated by commas',
    'The proxies in front of the service, such as `10.0.0.0/8`. The API trusts their `X-Forwarded-For`, and API and gateway do not limit their connections by address. Without it, no proxy is trusted.',
    '^[0-9a-fA-F.:/, ]+$',
  ),
  TRUETALLY_ALLOWED_ORIGINS: optional(
    'origins, separated by commas',
    'The sites whose pages may call the API from a browser, such as `https://console.example.com`. Without it, no site may call the API.',
  ),
  TRUETALLY_DRAIN_DELAY_SECONDS: count(
    0,
    0,
    300,
    'seconds',
    'The time for which a stopping API or gateway still accepts requests while `/readyz` announces the stop.',
  ),
  TRUETALLY_DRAIN_SECONDS: count(
    15,
    1,
    3_600,
    'seconds',
    'The time in which work in flight must end after a process is asked to stop.',
  ),
  TRUETALLY_AUDIT_DAYS: count(400, 1, 36_500, 'days', 'The lifetime of rows in the audit.'),
  TRUETALLY_FAULT_POINT: optional('name', 'Crash tests only: the fault point at which the process kills itself.'),
  TRUETALLY_TEMPORAL_BINARY: optional('file', 'A `temporal` command line to use instead of the pinned one.'),
  TRUETALLY_TEMPORAL_TEST_SERVER_BINARY: optional('file', 'A `temporal-test-server` to use instead of the pinned one.'),
  TRUETALLY_PUBLIC_UI_URL: optional(
    'URL',
    'The address at which operators reach the Temporal UI, for links. Under `npm start`, the embedded UI also answers to this host.',
    '^https?://',
  ),
  TRUETALLY_SEAL_KEY: secret(
    'at least 32 characters',
    'The key that seals read contexts. Without it, the first process that needs a key creates one and stores it in Postgres.',
    '^.{32,}$',
  ),
  TRUETALLY_SIGN_ON_SECRET: secret(
    'text',
    'The secret of this deployment at the OpenID provider of `dashboard.sign_on`. Without it, PKCE alone protects a sign-on.',
    '^[\\x21-\\x7e]{1,512}$',
  ),
  TRUETALLY_RUN_HEARTBEAT_SECONDS: seconds(
    15,
    'The time without a heartbeat after which a report run counts as abandoned by its worker.',
  ),
  TRUETALLY_RUN_TIMEOUT_SECONDS: seconds(600, 'The maximum duration of one attempt of a report run.'),
  TRUETALLY_READER_TIMEOUT_SECONDS: seconds(
    60,
    'The time that an attempt of a report run waits for the answer to its question. A question within its budget is answered within 35 s.',
  ),
  TRUETALLY_RECONCILE_SECONDS: seconds(30, 'The interval at which the reconciler looks for lost work.'),
  TRUETALLY_INDEX_BEHIND_SECONDS: seconds(
    INDEX_BEHIND_SECONDS,
    'The time that traffic may wait to be indexed. After it, figures are disclosed as partial, and `npm run doctor` reports an error.',
  ),
  TRUETALLY_DIMENSION_VALUES_PER_KEY: count(
    MAX_VALUES_OF_KEY,
    1,
    100_000_000,
    'values',
    'The number of values that one virtual key can add to a dimension on a UTC day. Further values are folded into one group. All keys of an environment can add twice as many, and tags have four times these numbers.',
  ),
  TRUETALLY_STALE_SECONDS: seconds(
    120,
    'The time without a change after which the reconciler restarts unsettled work.',
  ),
});

export type Environment = Static<typeof environmentSchema>;
