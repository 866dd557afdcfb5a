import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfiguration } from '../../../../runtime/configuration/configuration.ts';

const folder = mkdtempSync(join(tmpdir(), 'truetally-configuration-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes a file with this text. */
function fileOf(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const KEY = Buffer.alloc(32, 7);

/** The message of the refusal. */
function catching(env: Record<string, string>): string {
  try {
    readConfiguration(env);
    return '';
  } catch (error) {
    return String(error);
  }
}

describe('readConfiguration', () => {
  it('needs no variables', () => {
    expect(readConfiguration({ PATH: '/bin', TRUETALLY_PORT: '' })).toEqual({
      configurationFile: { path: resolve('tokentriage.yaml'), isNamed: false },
      databaseUrl: undefined,
      clickhouseUrl: undefined,
      temporalAddress: undefined,
      temporalNamespace: 'truetally',
      temporalTls: undefined,
      temporalApiKey: undefined,
      payloadKeys: [],
      encryptsPayloads: false,
      plainPayloadsUntil: undefined,
      codecHost: '127.0.0.1',
      codecPort: 7074,
      codecPassword: undefined,
      workerVersion: undefined,
      host: '127.0.0.1',
      port: 7070,
      proxyHost: '127.0.0.1',
      proxyPort: 8787,
      maxBodyBytes: undefined,
      proxyConnections: undefined,
      proxyConnectionsPerAddress: undefined,
      keyTeams: false,
      playbackPort: 7090,
      managementPort: undefined,
      dataFolder: resolve('.data'),
      journalFolder: resolve('.data/journal'),
      journalStream: undefined,
      contentLimits: { maxBytes: 102_400 * 1_048_576, minFreeBytes: 2_048 * 1_048_576 },
      journalLimits: { maxUnreadBytes: 4_294_967_296, minFreeBytes: 1_073_741_824 },
      postgresPort: 7071,
      clickhousePort: 7072,
      temporalPort: 7233,
      temporalUiPort: 8233,
      logLevel: 'info',
      metricsPort: undefined,
      metricsHost: '127.0.0.1',
      otlpUrl: undefined,
      traceRatio: 1,
      requestsPerCredential: 600,
      requestsPerAddress: 1_200,
      connectionsPerAddress: 256,
      trustedProxies: [],
      allowedOrigins: [],
      drainDelaySeconds: 0,
      drainSeconds: 15,
      auditDays: 400,
      faultPoint: undefined,
      temporalBinary: undefined,
      temporalTestServerBinary: undefined,
      publicUiUrl: undefined,
      sealKey: undefined,
      signOnSecret: undefined,
      runHeartbeatSeconds: 15,
      runTimeoutSeconds: 600,
      readerTimeoutSeconds: 60,
      reconcileSeconds: 30,
      indexBehindSeconds: 60,
      dimensionValuesPerKey: 1_048_576,
      staleSeconds: 120,
    });
  });

  it('puts the journal into the data folder by default', () => {
    expect(readConfiguration({ TRUETALLY_DATA: '/data' }).journalFolder).toBe('/data/journal');
    expect(readConfiguration({ TRUETALLY_DATA: '/data', TRUETALLY_JOURNAL: '/log' }).journalFolder).toBe('/log');
  });

  it('accepts a stream as the journal, and stores copies of imports in the data folder', () => {
    const env = { TRUETALLY_DATA: '/data', TRUETALLY_JOURNAL: 'nats://tally:secret@one,two:4223/traffic?replicas=3' };
    const { journalFolder, journalStream } = readConfiguration(env);
    expect(journalFolder).toBe('/data/journal');
    expect(journalStream).toMatchObject({ servers: ['one:4222', 'two:4223'], stream: 'traffic', replicas: 3 });
    for (const faulty of ['nats://tally:secret@one/', 'kafka://tally:secret@one/traffic']) {
      const refused = catching({ TRUETALLY_JOURNAL: faulty });
      expect(refused).toMatch('TRUETALLY_JOURNAL: a stream is `nats://host:port,host:port/stream`');
      expect(refused).not.toMatch('secret');
    }
    const credentials = '-----BEGIN NATS USER JWT-----\njwt\n-----BEGIN USER NKEY SEED-----\nseed';
    expect(readConfiguration({ ...env, TRUETALLY_JOURNAL_CREDENTIALS: credentials }).journalStream?.credentials).toBe(
      credentials,
    );
    expect(catching({ TRUETALLY_JOURNAL_CREDENTIALS: credentials })).toMatch('TRUETALLY_JOURNAL names a folder');
  });

  it('reports every fault together, and no password', () => {
    const env = {
      TRUETALLY_PORT: '0',
      TRUETALLY_LOG_LEVEL: 'loud',
      TRUETALLY_PROT: '7070',
      TRUETALLY_DATABASE_URL: 'mysql://me:secret@somewhere/db',
    };
    expect(() => readConfiguration(env)).toThrow(
      [
        'Environment variables are invalid:',
        '  TRUETALLY_PROT is not a variable of Truetally: did you mean TRUETALLY_PORT?',
        '  TRUETALLY_DATABASE_URL: the value given is not valid (expected: postgres://user:password@host:port/database). The Postgres of the control plane. Without it, an embedded one starts. TLS is set as in libpq: `?sslmode=verify-full&sslrootcert=/file`.',
        '  TRUETALLY_PORT: `0` is not valid (expected: port, 1 to 65535). The port at which the API listens.',
        '  TRUETALLY_LOG_LEVEL: `loud` is not valid (expected: trace|debug|info|warn|error|fatal|silent). The minimum level that is logged.',
      ].join('\n'),
    );
  });

  it.each([
    ['TRUETALLY_CLICKHOUSE_URL', 'http://user:password@host:8123'],
    ['TRUETALLY_TEMPORAL_ADDRESS', 'http://host:7233'],
    ['TRUETALLY_SEAL_KEY', 'short'],
    ['TRUETALLY_STALE_SECONDS', '1.5'],
    ['TRUETALLY_STALE_SECONDS', 'soon'],
  ])('refuses %s=%s', (name, value) => {
    expect(() => readConfiguration({ [name]: value })).toThrow(name);
  });

  it.each([
    ['TRUETALLY_CLICKHOUSE_URL', 'http://truetally:pa#SECRET@clickhouse:8123/truetally'],
    ['TRUETALLY_CLICKHOUSE_URL', 'http://truetally:pa/SECRET@clickhouse:8123/truetally'],
    ['TRUETALLY_DATABASE_URL', 'postgres://truetally:pa?SECRET@postgres:5432/truetally'],
    ['TRUETALLY_OTLP_URL', 'http://collector:port'],
    ['TRUETALLY_PUBLIC_UI_URL', 'https://[ui'],
  ])('refuses %s=%s, which no driver could read, and does not repeat it', (name, value) => {
    expect(() => readConfiguration({ [name]: value })).toThrow(
      `Environment variables are invalid:\n  ${name}: it is not a valid URL. Percent-encode all characters of user and password but letters and digits.`,
    );
  });

  it('accepts a percent-encoded password', () => {
    const url = 'http://truetally:pa%23%2F%3F%40@clickhouse:8123/truetally';
    expect(readConfiguration({ TRUETALLY_CLICKHOUSE_URL: url }).clickhouseUrl).toBe(url);
  });

  it('reads a secret from the named file, without the final newline', () => {
    const path = fileOf('database-url', 'postgres://me:secret@db/control\n');
    expect(readConfiguration({ TRUETALLY_DATABASE_URL_FILE: path }).databaseUrl).toBe(
      'postgres://me:secret@db/control',
    );
  });

  it('refuses a repeated secret, an empty file, a missing one, and files for other settings', () => {
    const env = {
      TRUETALLY_DATABASE_URL: 'postgres://me:secret@db/control',
      TRUETALLY_DATABASE_URL_FILE: fileOf('twice', 'postgres://me:secret@db/control'),
      TRUETALLY_SEAL_KEY_FILE: fileOf('empty', '\n'),
      TRUETALLY_TEMPORAL_API_KEY_FILE: join(folder, 'nowhere'),
      TRUETALLY_PORT_FILE: fileOf('port', '7070'),
    };
    expect(() => readConfiguration(env)).toThrow(
      [
        'Environment variables are invalid:',
        '  TRUETALLY_PORT_FILE is not a variable of Truetally: docs/configuration.md lists all of them.',
        '  TRUETALLY_DATABASE_URL and TRUETALLY_DATABASE_URL_FILE are both set. Unset one of them.',
        `  TRUETALLY_TEMPORAL_API_KEY_FILE: ${join(folder, 'nowhere')} cannot be read (ENOENT).`,
        `  TRUETALLY_SEAL_KEY_FILE: ${join(folder, 'empty')} is empty.`,
      ].join('\n'),
    );
  });

  it('shows no refused secret', () => {
    expect(() => readConfiguration({ TRUETALLY_PAYLOAD_KEYS: 'a:c2VjcmV0' })).toThrow(
      'TRUETALLY_PAYLOAD_KEYS: the value given is not valid (expected: id:key, id:key …, each key 32 bytes in base64).',
    );
  });

  it('accepts the keys of payloads in order, each id once', () => {
    const text = KEY.toString('base64');
    expect(readConfiguration({ TRUETALLY_PAYLOAD_KEYS: `new:${text}, old:${text}` }).payloadKeys).toEqual([
      { id: 'new', key: KEY },
      { id: 'old', key: KEY },
    ]);
    expect(() => readConfiguration({ TRUETALLY_PAYLOAD_KEYS: `a:${text},a:${text}` })).toThrow(
      'TRUETALLY_PAYLOAD_KEYS: two keys have the same id. Give each key its own id.',
    );
  });

  it('accepts the end of plain payloads as an instant, and no other text', () => {
    const until = (text: string) => readConfiguration({ TRUETALLY_PLAIN_PAYLOADS_UNTIL: text }).plainPayloadsUntil;
    expect(until('2027-03-01T02:00:00+02:00')?.toISOString()).toBe('2027-03-01T00:00:00.000Z');
    expect(() => until('2027-02-30T00:00:00Z')).toThrow(
      'TRUETALLY_PLAIN_PAYLOADS_UNTIL: `2027-02-30T00:00:00Z` is not a valid instant. Write one such as 2026-01-31T08:00:00Z.',
    );
  });

  it.each([
    ['a:', true],
    ['plain, a:', false],
    ['plain:', true],
  ])('encrypts with %s or only decrypts', (start, encryptsPayloads) => {
    const env = { TRUETALLY_PAYLOAD_KEYS: `${start}${KEY.toString('base64')}` };
    const configuration = readConfiguration(env);
    expect(configuration.encryptsPayloads).toBe(encryptsPayloads);
    expect(configuration.payloadKeys.map(({ key }) => key)).toEqual([KEY]);
  });

  it.each([
    ['127.0.0.1', undefined, true],
    ['::1', undefined, true],
    ['localhost', undefined, true],
    ['0.0.0.0', undefined, false],
    ['127.0.0.1.example', undefined, false],
    ['0.0.0.0', 'a password of many', true],
  ])('lets the codec listen on %s with the password %s: %s', (host, password, allowed) => {
    const read = () =>
      readConfiguration({ TRUETALLY_CODEC_HOST: host, ...(password && { TRUETALLY_CODEC_PASSWORD: password }) });
    if (allowed) expect(read().codecHost).toBe(host);
    else expect(read).toThrow('TRUETALLY_CODEC_PASSWORD is needed where TRUETALLY_CODEC_HOST is not');
  });

  it.each([
    [{}, undefined],
    [{ TRUETALLY_TEMPORAL_TLS: 'on' }, {}],
    [{ TRUETALLY_TEMPORAL_API_KEY: 'key' }, {}],
    [{ TRUETALLY_TEMPORAL_SERVER_NAME: 'temporal.example' }, { serverName: 'temporal.example' }],
    [{ TRUETALLY_TEMPORAL_CA_FILE: fileOf('ca', 'authority') }, { ca: Buffer.from('authority') }],
    [
      { TRUETALLY_TEMPORAL_CERT_FILE: fileOf('crt', 'certificate'), TRUETALLY_TEMPORAL_KEY_FILE: fileOf('key', 'key') },
      { clientCertificate: { crt: Buffer.from('certificate'), key: Buffer.from('key') } },
    ],
  ])('uses TLS with Temporal for %j', (env, tls) => {
    const given = readConfiguration(env).temporalTls;
    expect(given && Object.fromEntries(Object.entries(given).filter(([, part]) => part !== undefined))).toEqual(tls);
  });

  it.each([
    ['TRUETALLY_TEMPORAL_CERT_FILE', fileOf('alone', 'certificate')],
    ['TRUETALLY_WORKER_DEPLOYMENT', 'reports'],
    ['TRUETALLY_WORKER_BUILD_ID', '1.2.3'],
  ])('refuses only %s', (name, value) => {
    expect(() => readConfiguration({ [name]: value })).toThrow('belong together. Set both, or neither.');
  });

  it.each(['10.0.0.0/33', '10.0.0', '::1/129', '10.0.0.1/', '10.0.0.0/8/8', '1:2'])(
    'trusts no proxy at %s',
    (value) => {
      expect(() => readConfiguration({ TRUETALLY_TRUSTED_PROXIES: `::1, ${value}` })).toThrow(
        `TRUETALLY_TRUSTED_PROXIES: ${value} is no address and no network.`,
      );
    },
  );

  it.each([
    '*',
    'null',
    'console.example.com',
    'https://console.example.com/',
    'https://Console.example.com',
    'file:///a',
  ])('admits no pages of %s', (value) => {
    expect(() => readConfiguration({ TRUETALLY_ALLOWED_ORIGINS: `http://localhost:5173, ${value}` })).toThrow(
      `TRUETALLY_ALLOWED_ORIGINS: ${value} is no origin as a browser names it`,
    );
  });

  it('splits the origins of permitted pages', () => {
    const env = { TRUETALLY_ALLOWED_ORIGINS: 'https://console.example.com, http://localhost:5173' };
    expect(readConfiguration(env).allowedOrigins).toEqual(['https://console.example.com', 'http://localhost:5173']);
  });

  it('versions workers, splits trusted proxies and uses a share of traces on request', () => {
    const env = {
      TRUETALLY_WORKER_DEPLOYMENT: 'reports',
      TRUETALLY_WORKER_BUILD_ID: '1.2.3',
      TRUETALLY_TRUSTED_PROXIES: '10.0.0.0/8, ::1',
      TRUETALLY_TRACE_RATIO: '0.25',
      TRUETALLY_METRICS_PORT: '9464',
    };
    expect(readConfiguration(env)).toMatchObject({
      workerVersion: { deploymentName: 'reports', buildId: '1.2.3' },
      trustedProxies: ['10.0.0.0/8', '::1'],
      traceRatio: 0.25,
      metricsPort: 9464,
    });
  });

  it('treats other processes’ variables as not set, and opens none of their files', () => {
    const env = {
      TRUETALLY_SEAL_KEY_FILE: join(folder, 'missing'),
      TRUETALLY_PORT: 'no port',
      TRUETALLY_STALE_SECONDS: '7',
    };
    const { sealKey, port, staleSeconds } = readConfiguration({ ...env, TRUETALLY_SEAL_KEY_FILE: '' }, 'command');
    expect([sealKey, port, staleSeconds]).toEqual([undefined, 7070, 120]);
    expect(readConfiguration(env, 'codec').sealKey).toBeUndefined();
    expect(() => readConfiguration(env, 'worker')).toThrow('TRUETALLY_SEAL_KEY_FILE');
    expect(() => readConfiguration({ TRUETALLY_POTR: '1' }, 'codec')).toThrow('TRUETALLY_POTR is not a variable');
  });
});
