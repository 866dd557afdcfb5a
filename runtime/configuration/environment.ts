import { Type, type Static } from 'typebox';
import { INDEX_BEHIND_SECONDS } from '../../domain/insight/index-lag.ts';

const PORT = { minimum: 1, maximum: 65_535, unit: 'port, 1 to 65535' } as const;
const portNumber = (meaning: string) => Type.Integer({ ...PORT, description: meaning });
// Not a spread of the schema above: its kind does not enumerate, and would be lost.
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
/** A count whose default follows from the machine. */
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

/** Every environment variable, with its default, its unit and its meaning. The only list there is.
 * A `secret` is never shown, and may stand in a file that `<name>_FILE` names. */
export const environmentSchema = Type.Object({
  TRUETALLY_CONFIG: file(
    'The configuration file (YAML) of what is no matter of the environment; without it, `tokentriage.yaml` in the folder that the process runs in, where there is one.',
  ),
  TRUETALLY_DATABASE_URL: secret(
    'postgres://user:password@host:port/database',
    'The Postgres of the control plane; without it, an embedded one is started. TLS as libpq writes it: `?sslmode=verify-full&sslrootcert=/file`.',
    '^postgres(ql)?://',
  ),
  TRUETALLY_CLICKHOUSE_URL: secret(
    'http://user:password@host:port/database',
    'The ClickHouse of the facts, `https` for TLS (a private authority: `NODE_EXTRA_CA_CERTS`); without it, an embedded one is started.',
    '^https?://[^/]+/.+',
  ),
  TRUETALLY_TEMPORAL_ADDRESS: optional(
    'host:port',
    'The Temporal frontend; without it, an embedded dev server is started.',
    '^[^/\\s]+:\\d+$',
  ),
  TRUETALLY_TEMPORAL_NAMESPACE: text('truetally', 'name', 'The Temporal namespace of all workflows.'),
  TRUETALLY_TEMPORAL_TLS: Type.Union([Type.Literal('off'), Type.Literal('on')], {
    default: 'off',
    unit: 'off|on',
    description: 'Whether Temporal is spoken to over TLS; an API key or any of the next four turns it on as well.',
  }),
  TRUETALLY_TEMPORAL_CA_FILE: file(
    'The authorities (PEM) that Temporal is checked against, in place of the usual ones.',
  ),
  TRUETALLY_TEMPORAL_CERT_FILE: file('The certificate (PEM) that this process shows to Temporal.'),
  TRUETALLY_TEMPORAL_KEY_FILE: file('The private key (PEM) of that certificate.'),
  TRUETALLY_TEMPORAL_SERVER_NAME: optional(
    'name',
    'The name that the certificate of Temporal must have, where it is not the host.',
  ),
  TRUETALLY_TEMPORAL_API_KEY: secret('key', 'The API key of Temporal Cloud.', '^[\\x21-\\x7e]+$'),
  TRUETALLY_PAYLOAD_KEYS: secret(
    'id:key, id:key …, each key 32 bytes in base64',
    'Encrypts what stands in Temporal histories (AES-256-GCM): the first key encrypts, all of them decrypt. With `plain` before them, they only decrypt.',
    PAYLOAD_KEYS,
  ),
  TRUETALLY_PLAIN_PAYLOADS_UNTIL: optional(
    'RFC 3339 instant',
    'Until when histories from before there were keys may hold plain payloads; without it, a payload that is not encrypted is refused where payloads are encrypted.',
    '^[0-9]{4}-',
  ),
  TRUETALLY_CODEC_HOST: text(
    '127.0.0.1',
    'address',
    'Where the endpoint listens that decrypts payloads for the Temporal UI.',
  ),
  TRUETALLY_CODEC_PORT: port(7074, 'The port of that endpoint.'),
  TRUETALLY_CODEC_PASSWORD: secret(
    'at least 16 characters',
    'What people give that endpoint, with the user name `operator`; it can be left out on loopback alone.',
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
  TRUETALLY_HOST: text('127.0.0.1', 'address', 'Where the API listens.'),
  TRUETALLY_PORT: port(7070, 'Where the API listens.'),
  TRUETALLY_MANAGEMENT_PORT: Type.Optional(
    portNumber('Where the API serves the management plane, on the same address; without it, it serves none.'),
  ),
  TRUETALLY_PROXY_HOST: text('127.0.0.1', 'address', 'Where the gateway listens.'),
  TRUETALLY_PROXY_PORT: port(8787, 'Where the gateway listens.'),
  TRUETALLY_PROXY_MOST_BODIES_MIB: derived(
    32,
    1_048_576,
    'MiB',
    'What bodies, answers and what is parsed of them may take in the memory of a gateway process, all of them together; without it, half of the heap or a quarter of the memory of its container, whichever is less. A key has a third of it at most, its organization half.',
  ),
  TRUETALLY_PROXY_CONNECTIONS: derived(
    10,
    1_000_000,
    'connections',
    'What a gateway process holds at once; without it, 10,000, or fewer where it has less than 128 KiB of memory or 2.5 file descriptors for each.',
  ),
  TRUETALLY_PROXY_CONNECTIONS_PER_ADDRESS: derived(
    1,
    1_000_000,
    'connections',
    'What one address may hold of one gateway process at once; without it, half of all. It does not hold for the addresses in TRUETALLY_TRUSTED_PROXIES.',
  ),
  TRUETALLY_PLAYBACK_PORT: port(
    7090,
    'Under `npm start`: where answers are played back for the gateway, while the configuration file names no providers.',
  ),
  TRUETALLY_DEMO_GATEWAY_URL: optional(
    'URL',
    'Set by `npm start` for the API, whose first page then shows the demo: its gateway, and figures of its synthetic traffic. Leave it unset elsewhere.',
    '^https?://',
  ),
  TRUETALLY_DATA: text('.data', 'folder', 'Where embedded engines keep their data.'),
  TRUETALLY_JOURNAL: secret(
    'folder, or nats://user:password@host:port,host:port/stream',
    'The journal of facts on their way in: a folder, by default `journal` in the data folder, or a stream of NATS JetStream, `tls` for TLS (a private authority: `NODE_EXTRA_CA_CERTS`). A user without a password is a token; `?replicas=3` says on how many servers `npm run migrate` makes the stream.',
    '.',
  ),
  TRUETALLY_JOURNAL_CREDENTIALS: secret(
    'text of a `.creds` file',
    'Who asks for that stream, where NATS knows its users by JWT and key.',
    'BEGIN NATS USER JWT[^]+BEGIN USER NKEY SEED',
  ),
  TRUETALLY_JOURNAL_MOST_UNREAD_MIB: count(
    4_096,
    1,
    1_000_000,
    'MiB',
    'How much of the journal may wait to be read before traffic over HTTP and calls of the gateway are answered 503.',
  ),
  TRUETALLY_JOURNAL_LEAST_FREE_MIB: count(
    1_024,
    1,
    1_000_000,
    'MiB',
    'How much must be free where a journal of files lies for traffic over HTTP and calls of the gateway to be taken; below, they are answered 503.',
  ),
  TRUETALLY_CONTENT_MOST_MIB: count(
    102_400,
    1,
    100_000_000,
    'MiB',
    'How much captured content may take of its disk, all workspaces together; one workspace takes four times what it leaves free at most. Beyond, content is not kept.',
  ),
  TRUETALLY_CONTENT_LEAST_FREE_MIB: count(
    2_048,
    1,
    1_000_000,
    'MiB',
    'How much must be free where captured content lies for more to be kept. Set it above `TRUETALLY_JOURNAL_LEAST_FREE_MIB` where both share a disk: content gives way first.',
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
  TRUETALLY_METRICS_PORT: Type.Optional(
    portNumber(
      'Where this process serves its metrics for Prometheus at `/metrics`; without it, it serves none. Under `npm start` the API has this port, the worker the next one and the gateway the one after that.',
    ),
  ),
  TRUETALLY_METRICS_HOST: text('127.0.0.1', 'address', 'The address of that port.'),
  TRUETALLY_OTLP_URL: optional(
    'URL',
    'Where traces go, by OTLP over HTTP, such as `http://localhost:4318`; without it, none are made.',
    '^https?://[^/]+',
  ),
  TRUETALLY_TRACE_RATIO: Type.Number({
    minimum: 0,
    maximum: 1,
    default: 1,
    unit: 'share, 0 to 1',
    description: 'The share of requests that are traced, unless their caller has decided.',
  }),
  TRUETALLY_REQUESTS_PER_CREDENTIAL: count(
    600,
    1,
    1_000_000,
    'requests a minute',
    'What one credential may ask of one API process.',
  ),
  TRUETALLY_REQUESTS_PER_ADDRESS: count(
    1_200,
    1,
    1_000_000,
    'requests a minute',
    'What one address may ask of one API process, with whatever credentials.',
  ),
  TRUETALLY_CONNECTIONS_PER_ADDRESS: count(
    256,
    1,
    5_000,
    'connections',
    'What one address may hold of one API process at once; for each one beyond, one that waits is closed, or else the new one. It does not hold for the addresses in TRUETALLY_TRUSTED_PROXIES.',
  ),
  TRUETALLY_TRUSTED_PROXIES: optional(
    'addresses and networks, by comma',
    'The proxies in front, say `10.0.0.0/8`: the API believes their `X-Forwarded-For`, and API and gateway give them as many connections as there are; without it, none.',
    '^[0-9a-fA-F.:/, ]+$',
  ),
  TRUETALLY_ALLOWED_ORIGINS: optional(
    'origins, by comma',
    'The sites whose pages may call the API from a browser, say `https://console.example.com`; without it, none.',
  ),
  TRUETALLY_DRAIN_DELAY_SECONDS: count(
    0,
    0,
    300,
    'seconds',
    'How long a stopping API or gateway says on `/readyz` that it stops before it takes no more requests.',
  ),
  TRUETALLY_DRAIN_SECONDS: count(
    15,
    1,
    3_600,
    'seconds',
    'How long work in flight may take to end once a process is told to stop.',
  ),
  TRUETALLY_AUDIT_DAYS: count(400, 1, 36_500, 'days', 'How long the audit keeps its rows.'),
  TRUETALLY_FAULT_POINT: optional('name', 'Crash tests only: the fault point at which the process kills itself.'),
  TRUETALLY_TEMPORAL_BINARY: optional('file', 'A `temporal` command line to use instead of the pinned one.'),
  TRUETALLY_TEMPORAL_TEST_SERVER_BINARY: optional('file', 'A `temporal-test-server` to use instead of the pinned one.'),
  TRUETALLY_PUBLIC_UI_URL: optional(
    'URL',
    'The Temporal UI as operators reach it, for links; under `npm start`, also a host that the embedded one answers to.',
    '^https?://',
  ),
  TRUETALLY_SEAL_KEY: secret(
    'at least 32 characters',
    'The key that seals read contexts; without it, one is made once and kept in Postgres.',
    '^.{32,}$',
  ),
  TRUETALLY_RUN_HEARTBEAT_SECONDS: seconds(15, 'A running report that is silent for this long has lost its worker.'),
  TRUETALLY_RUN_TIMEOUT_SECONDS: seconds(600, 'The longest one attempt of a report run may take.'),
  TRUETALLY_READER_TIMEOUT_SECONDS: seconds(
    60,
    'How long an attempt of a report run waits for the answer to its question. A question that may be answered at all is within 35 s.',
  ),
  TRUETALLY_RECONCILE_SECONDS: seconds(30, 'How often the reconciler looks for work that was lost.'),
  TRUETALLY_INDEX_BEHIND_SECONDS: seconds(
    INDEX_BEHIND_SECONDS,
    'How long traffic may wait to be indexed before figures are partial and say so, and `npm run doctor` reports an error.',
  ),
  TRUETALLY_STALE_SECONDS: seconds(120, 'How long unsettled work may lie untouched before the reconciler takes it up.'),
});

export type Environment = Static<typeof environmentSchema>;
