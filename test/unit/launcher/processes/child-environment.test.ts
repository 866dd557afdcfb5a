import { describe, expect, it } from 'vitest';
import { environmentSchema } from '../../../../runtime/configuration/environment.ts';
import {
  installerEnvironment,
  nodeEnvironment,
  programEnvironment,
  serviceEnvironment,
} from '../../../../launcher/processes/child-environment.ts';
import { listVariableReaders } from '../../../../runtime/configuration/list-variable-readers.ts';

const AMBIENT = {
  PATH: '/bin',
  HOME: '/home/me',
  LC_ALL: 'C.UTF-8',
  NODE_EXTRA_CA_CERTS: '/ca.pem',
  OTEL_EXPORTER_OTLP_HEADERS: 'api-key=collector',
  AWS_SECRET_ACCESS_KEY: 'cloud',
  PGPASSWORD: 'another server',
  npm_config_registry: 'https://registry.example',
};
/** All variables, with each secret given by its file. */
const OWN = Object.fromEntries(
  Object.entries(environmentSchema.properties as Record<string, { secret?: boolean }>).flatMap(([name, { secret }]) => [
    [name, 'set'],
    ...(secret === true ? [[`${name}_FILE`, '/secret']] : []),
  ]),
) as Record<string, string>;
const SECRETS = new Set(Object.keys(OWN).filter((name) => `${name}_FILE` in OWN));
const ALL = { ...AMBIENT, ...OWN };

describe('the environment of a child', () => {
  it('of a foreign program has paths and no key', () => {
    expect(programEnvironment(ALL)).toEqual({ PATH: '/bin', HOME: '/home/me', LC_ALL: 'C.UTF-8' });
    expect(nodeEnvironment(ALL)).toEqual({ ...programEnvironment(ALL), NODE_EXTRA_CA_CERTS: '/ca.pem' });
  });

  it('of an installer has its settings and none of ours', () => {
    expect(installerEnvironment(ALL)).toEqual(AMBIENT);
  });

  it.each([
    ['api', 'CLICKHOUSE_URL DATABASE_URL JOURNAL JOURNAL_CREDENTIALS SEAL_KEY SIGN_ON_SECRET'],
    ['worker', 'CLICKHOUSE_URL DATABASE_URL JOURNAL JOURNAL_CREDENTIALS PAYLOAD_KEYS SEAL_KEY TEMPORAL_API_KEY'],
    ['proxy', 'DATABASE_URL JOURNAL JOURNAL_CREDENTIALS'],
    ['codec', 'CODEC_PASSWORD PAYLOAD_KEYS'],
  ] as const)('of %s has the secrets that it reads, by value and by file: %s', (service, names) => {
    const secrets = names.split(' ').map((name) => `TRUETALLY_${name}`);
    const given = Object.keys(serviceEnvironment(service, ALL)).filter((name) =>
      SECRETS.has(name.replace(/_FILE$/, '')),
    );
    expect(given.sort()).toEqual(secrets.flatMap((name) => [name, `${name}_FILE`]).sort());
  });

  it('has the collector’s keys only if traces are enabled', () => {
    expect('OTEL_EXPORTER_OTLP_HEADERS' in serviceEnvironment('api', ALL)).toBe(true);
    expect('OTEL_EXPORTER_OTLP_HEADERS' in serviceEnvironment('codec', ALL)).toBe(false);
  });

  it('has the variables of the configuration file, and no other keys', () => {
    expect(serviceEnvironment('worker', ALL, ['AWS_SECRET_ACCESS_KEY', 'UNSET'])).toEqual({
      ...serviceEnvironment('worker', ALL),
      AWS_SECRET_ACCESS_KEY: 'cloud',
    });
  });

  it('has only our keys', () => {
    for (const reader of ['api', 'worker', 'codec'] as const) {
      const env = serviceEnvironment(reader, ALL);
      expect(['AWS_SECRET_ACCESS_KEY', 'PGPASSWORD', 'npm_config_registry'].filter((name) => name in env)).toEqual([]);
    }
  });
});

describe('listVariableReaders', () => {
  it.each([
    ['migrate', 'CLICKHOUSE_URL DATABASE_URL JOURNAL JOURNAL_CREDENTIALS TEMPORAL_API_KEY'],
    ['command', 'CLICKHOUSE_URL DATABASE_URL JOURNAL JOURNAL_CREDENTIALS'],
    ['doctor', 'CLICKHOUSE_URL DATABASE_URL JOURNAL JOURNAL_CREDENTIALS TEMPORAL_API_KEY'],
  ] as const)('permits %s to read only these secrets: %s', (reader, names) => {
    const read = [...SECRETS].filter((name) => listVariableReaders(name).includes(reader));
    expect(read.sort()).toEqual(names.split(' ').map((name) => `TRUETALLY_${name}`));
  });

  it('has no reader of a missing variable', () => {
    expect(listVariableReaders('TRUETALLY_TYPO')).toEqual([]);
    expect(listVariableReaders('PATH_FILE')).toEqual([]);
  });
});
