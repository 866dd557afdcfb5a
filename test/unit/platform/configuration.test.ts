import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfiguration } from '../../../platform/configuration.ts';

describe('readConfiguration', () => {
  it('needs nothing', () => {
    expect(readConfiguration({ PATH: '/bin', TRUETALLY_PORT: '' })).toEqual({
      databaseUrl: undefined,
      clickhouseUrl: undefined,
      temporalAddress: undefined,
      temporalNamespace: 'truetally',
      host: '127.0.0.1',
      port: 7070,
      dataFolder: resolve('.data'),
      journalFolder: resolve('.data/journal'),
      postgresPort: 7071,
      clickhousePort: 7072,
      temporalPort: 7233,
      temporalUiPort: 8233,
      logLevel: 'info',
      faultPoint: undefined,
      temporalBinary: undefined,
      temporalTestServerBinary: undefined,
      publicUiUrl: undefined,
      sealKey: undefined,
      runHeartbeatSeconds: 15,
      runTimeoutSeconds: 600,
      reconcileSeconds: 30,
      staleSeconds: 120,
    });
  });

  it('puts the journal into the data folder unless it has a place of its own', () => {
    expect(readConfiguration({ TRUETALLY_DATA: '/data' }).journalFolder).toBe('/data/journal');
    expect(readConfiguration({ TRUETALLY_DATA: '/data', TRUETALLY_JOURNAL: '/log' }).journalFolder).toBe('/log');
  });

  it('tells every fault at once, and no password', () => {
    const env = {
      TRUETALLY_PORT: '0',
      TRUETALLY_LOG_LEVEL: 'loud',
      TRUETALLY_PROT: '7070',
      TRUETALLY_DATABASE_URL: 'mysql://me:secret@somewhere/db',
    };
    expect(() => readConfiguration(env)).toThrow(
      [
        'The environment cannot be used:',
        '  TRUETALLY_PROT is not a variable of Truetally.',
        '  TRUETALLY_DATABASE_URL: the value given is not postgres://user:password@host:port/database. The Postgres of the control plane; without it, an embedded one is started.',
        '  TRUETALLY_PORT: `0` is not port, 1 to 65535. Where the API listens.',
        '  TRUETALLY_LOG_LEVEL: `loud` is not trace|debug|info|warn|error|fatal|silent. The least level that is logged.',
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
});
