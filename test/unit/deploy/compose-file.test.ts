import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { CAPTURE_DEFAULTS } from '../../../domain/management/capture-settings.ts';
import { environmentSchema } from '../../../runtime/configuration/environment.ts';
import { POSTGRES_LOG_SETTINGS } from '../../../runtime/postgres-log-settings.ts';
import { killAfterSeconds } from '../../../runtime/process/shutdown.ts';
import { listVariableReaders, type Reader } from '../../../runtime/configuration/list-variable-readers.ts';

const PROJECT = join(import.meta.dirname, '..', '..', '..');
const compose = readFileSync(join(PROJECT, 'docker-compose.yml'), 'utf8');
/** What turns the management plane on, beside the file that is always read. */
const management = readFileSync(join(PROJECT, 'deploy', 'management.yml'), 'utf8');
/** What has API, worker and commands go by the file that the gateway goes by. */
const configuration = readFileSync(join(PROJECT, 'deploy', 'configuration.yml'), 'utf8');
const dockerfile = readFileSync(join(PROJECT, 'Dockerfile'), 'utf8');
const example = readFileSync(join(PROJECT, '.env.example'), 'utf8');

interface Service {
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
}

const { services } = parse(compose, { merge: true }) as { readonly services: Readonly<Record<string, Service>> };
/** The services that run our image, as who they read variables. */
const OURS: Readonly<Record<string, Reader>> = {
  migrate: 'migrate',
  api: 'api',
  worker: 'worker',
  gateway: 'proxy',
  tools: 'command',
  doctor: 'doctor',
  codec: 'codec',
};
/** What a service says that it reads of the folder of secrets, whether a setting turns it on or not. */
const SWITCHED = new Map([['${TRUETALLY_PAYLOAD_KEYS_FILE:-}', 'payload_keys']]);

/** What the example sets, and what it shows in a comment. */
const listed = new Map(
  [...example.matchAll(/^(?:# )?([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
);
const schemas = environmentSchema.properties as Readonly<Record<string, { readonly default?: string | number }>>;

describe('the Postgres of the compose file', () => {
  it('logs no values, as the embedded one', () => {
    const given = [...compose.matchAll(/^ +- -c(log_\w+)=(\S+)$/gm)].map(([, name, value]) => [name, value]);
    expect(given).toEqual(Object.entries(POSTGRES_LOG_SETTINGS));
  });
});

describe('the folder of captured words', () => {
  const HOME = '/home/node';
  const folder = CAPTURE_DEFAULTS.path.replace('~', HOME);

  it('is one volume of all that write words or read them, where they are kept unless the file says otherwise', () => {
    const sharing = Object.entries(services).filter(([, { volumes = [] }]) => volumes.includes(`content:${folder}`));
    expect(sharing.map(([name]) => name)).toEqual(['api', 'worker', 'gateway', 'tools', 'doctor']);
  });

  it('is there in the image for its account, whose home is said', () => {
    expect(dockerfile).toMatch(new RegExp(`^ +HOME=${HOME}$`, 'm'));
    expect(dockerfile).toMatch(new RegExp(`^RUN mkdir -p .*${folder} && chown -R node:node .*${HOME}/.gateway$`, 'm'));
  });
});

describe('the configuration file', () => {
  it('is the same for all who read it, where the second file has them read it', () => {
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
  it('are those of .env.example: none that is set there does nothing', () => {
    const read = new Set([...(compose + management).matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name));
    // Docker itself reads which files there are.
    expect([...listed.keys()].sort()).toEqual([...read, 'COMPOSE_FILE'].sort());
  });

  it('reach the processes under names that these know', () => {
    const given = [...(compose + management).matchAll(/^ +(TRUETALLY_\w+):/gm)].map(([, name = '']) =>
      name.replace(/_FILE$/, ''),
    );
    expect(given.filter((name) => !(name in schemas))).toEqual([]);
  });

  it('stand in .env.example with the defaults of the processes', () => {
    const differing = [...listed].filter(([name, value]) => String(schemas[name]?.default ?? value) !== value);
    expect(differing).toEqual([]);
  });

  it('leave the processes the time to end that they take with these defaults', () => {
    const seconds = (name: string): number => Number(schemas[name]?.default);
    const drainSeconds = seconds('TRUETALLY_DRAIN_SECONDS');
    const drainDelaySeconds = seconds('TRUETALLY_DRAIN_DELAY_SECONDS');
    expect(listed.get('TRUETALLY_API_STOP')).toBe(`${killAfterSeconds({ drainDelaySeconds, drainSeconds })}s`);
    expect(listed.get('TRUETALLY_GATEWAY_STOP')).toBe(listed.get('TRUETALLY_API_STOP'));
    expect(listed.get('TRUETALLY_WORKER_STOP')).toBe(`${killAfterSeconds({ drainDelaySeconds: 0, drainSeconds })}s`);
    expect(compose.match(/stop_grace_period: \$\{TRUETALLY_(API|WORKER|GATEWAY)_STOP:-25s\}/g)).toHaveLength(3);
  });

  it.each(Object.entries(OURS))(
    'reach %s where it reads them, and with them the secrets that they name',
    (name, reader) => {
      const { environment = {}, secrets = [] } = services[name]!;
      const variables = Object.keys(environment).filter((variable) => variable.startsWith('TRUETALLY_'));
      expect(variables.filter((variable) => !listVariableReaders(variable).includes(reader))).toEqual([]);
      const named = Object.values(environment).flatMap(
        (value) => SWITCHED.get(value) ?? /^\/run\/secrets\/(\w+)$/.exec(value)?.[1] ?? [],
      );
      expect([...secrets].sort()).toEqual(named.sort());
    },
  );
});
