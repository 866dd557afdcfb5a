import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { CAPTURE_DEFAULTS } from '../../../domain/management/capture-settings.ts';
import { environmentSchema } from '../../../runtime/configuration/environment.ts';
import { POSTGRES_LOG_SETTINGS } from '../../../runtime/postgres-log-settings.ts';
import { killAfterSeconds } from '../../../runtime/process/shutdown.ts';
import { listVariableReaders, type VariableReader } from '../../../runtime/configuration/list-variable-readers.ts';

const PROJECT = join(import.meta.dirname, '..', '..', '..');
const compose = readFileSync(join(PROJECT, 'docker-compose.yml'), 'utf8');
/** The file that enables the management plane, in addition to the default file. */
const management = readFileSync(join(PROJECT, 'deploy', 'management.yml'), 'utf8');
/** The file with which API, worker and commands use the gateway's configuration file. */
const configuration = readFileSync(join(PROJECT, 'deploy', 'configuration.yml'), 'utf8');
const dockerfile = readFileSync(join(PROJECT, 'Dockerfile'), 'utf8');
const example = readFileSync(join(PROJECT, '.env.example'), 'utf8');

interface Service {
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
}

const { services } = parse(compose, { merge: true }) as { readonly services: Readonly<Record<string, Service>> };
/** The services with our image, and the reader of each service's variables. */
const OURS: Readonly<Record<string, VariableReader>> = {
  migrate: 'migrate',
  api: 'api',
  worker: 'worker',
  gateway: 'proxy',
  tools: 'command',
  doctor: 'doctor',
  codec: 'codec',
};
/** The secrets that a service reads from the folder of secrets, including those that a setting enables. */
const SWITCHED = new Map([['${TRUETALLY_PAYLOAD_KEYS_FILE:-}', 'payload_keys']]);

/** The variables that the example sets, and those that it shows in a comment. */
const listed = new Map(
  [...example.matchAll(/^(?:# )?([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
);
const schemas = environmentSchema.properties as Readonly<Record<string, { readonly default?: string | number }>>;

describe('the Postgres of the compose file', () => {
  it('logs no values, like the embedded Postgres', () => {
    const given = [...compose.matchAll(/^ +- -c(log_\w+)=(\S+)$/gm)].map(([, name, value]) => [name, value]);
    expect(given).toEqual(Object.entries(POSTGRES_LOG_SETTINGS));
  });
});

describe('the folder of captured content', () => {
  const HOME = '/home/node';
  const folder = CAPTURE_DEFAULTS.path.replace('~', HOME);

  it('is one volume of all writers and readers, at the default location', () => {
    const sharing = Object.entries(services).filter(([, { volumes = [] }]) => volumes.includes(`content:${folder}`));
    expect(sharing.map(([name]) => name)).toEqual(['api', 'worker', 'gateway', 'tools', 'doctor']);
  });

  it('exists in the image for its account, with its home set', () => {
    expect(dockerfile).toMatch(new RegExp(`^ +HOME=${HOME}$`, 'm'));
    expect(dockerfile).toMatch(new RegExp(`^RUN mkdir -p .*${folder} && chown -R node:node .*${HOME}/.gateway$`, 'm'));
  });
});

describe('the configuration file', () => {
  it('is the same for all readers, if the second file enables it', () => {
    const mounted = './tokentriage.yaml:/config/tokentriage.yaml:ro';
    const configured = parse(configuration, { merge: true }) as { services: Readonly<Record<string, Service>> };
    const all = { ...configured.services, gateway: services['gateway']! };
    expect(Object.keys(all).sort()).toEqual(['api', 'doctor', 'gateway', 'tools', 'worker']);
    for (const { environment = {}, volumes = [] } of Object.values(all)) {
      expect(environment['TRUETALLY_CONFIG']).toBe('/config/tokentriage.yaml');
      expect(volumes).toContain(mounted);
    }
  });
});

describe('the variables of the compose file', () => {
  it('are those of .env.example, and each of them has an effect', () => {
    const read = new Set([...(compose + management).matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name));
    // Docker itself reads the list of files.
    expect([...listed.keys()].sort()).toEqual([...read, 'COMPOSE_FILE'].sort());
  });

  it('reach the processes under the names that these read', () => {
    const given = [...(compose + management).matchAll(/^ +(TRUETALLY_\w+):/gm)].map(([, name = '']) =>
      name.replace(/_FILE$/, ''),
    );
    expect(given.filter((name) => !(name in schemas))).toEqual([]);
  });

  it('are in .env.example with the defaults of the processes', () => {
    const differing = [...listed].filter(([name, value]) => String(schemas[name]?.default ?? value) !== value);
    expect(differing).toEqual([]);
  });

  it('give the processes their time to end with these defaults', () => {
    const seconds = (name: string): number => Number(schemas[name]?.default);
    const drainSeconds = seconds('TRUETALLY_DRAIN_SECONDS');
    const drainDelaySeconds = seconds('TRUETALLY_DRAIN_DELAY_SECONDS');
    expect(listed.get('TRUETALLY_API_STOP')).toBe(`${killAfterSeconds({ drainDelaySeconds, drainSeconds })}s`);
    expect(listed.get('TRUETALLY_GATEWAY_STOP')).toBe(listed.get('TRUETALLY_API_STOP'));
    expect(listed.get('TRUETALLY_WORKER_STOP')).toBe(`${killAfterSeconds({ drainDelaySeconds: 0, drainSeconds })}s`);
    expect(compose.match(/stop_grace_period: \$\{TRUETALLY_(API|WORKER|GATEWAY)_STOP:-25s\}/g)).toHaveLength(3);
  });

  it.each(Object.entries(OURS))('reach %s if it reads them, with the secrets that they name', (name, reader) => {
    const { environment = {}, secrets = [] } = services[name]!;
    const variables = Object.keys(environment).filter((variable) => variable.startsWith('TRUETALLY_'));
    expect(variables.filter((variable) => !listVariableReaders(variable).includes(reader))).toEqual([]);
    const named = Object.values(environment).flatMap(
      (value) => SWITCHED.get(value) ?? /^\/run\/secrets\/(\w+)$/.exec(value)?.[1] ?? [],
    );
    expect([...secrets].sort()).toEqual(named.sort());
  });
});
