import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runTt } from '../../../../testing/cli/run-tt.ts';

const folder = mkdtempSync(join(tmpdir(), 'truetally-local-'));
afterAll(() => rmSync(folder, { recursive: true }));
const VALID = join(folder, 'valid.yaml');
const INVALID = join(folder, 'invalid.yaml');
writeFileSync(VALID, 'mode: ledger\n');
writeFileSync(INVALID, 'mode: nope\n');

/** A line, its exit code, and a part of its standard error. */
type Row = readonly [line: string, code: number, says: string];

const REFUSALS: readonly Row[] = [
  ['run', 2, 'The command needs a configuration file or a quickstart.'],
  ['run -c missing.yaml', 2, `The configuration file ${folder}/missing.yaml does not exist.`],
  ['run --config missing.yaml', 2, `The configuration file ${folder}/missing.yaml does not exist.`],
  ['run --anthropic', 2, 'The quickstart needs a key of the provider in ANTHROPIC_API_KEY.'],
  ['run --anthropic --no-dashboard', 2, 'The quickstart needs a key of the provider in ANTHROPIC_API_KEY.'],
  ['run --anthropic -c x', 2, '--anthropic and --config contradict each other.'],
  ['run --anthropic --simple openai/a', 2, '--anthropic and --simple contradict each other.'],
  ['run --anthropic --complex openai/a', 2, '--anthropic and --complex contradict each other.'],
  ['run -c x --simple openai/a --complex openai/b', 2, '--config and --simple contradict each other.'],
  ['run --simple openai/a', 2, '--simple needs --complex, because a route has two tiers.'],
  ['run --complex openai/a', 2, '--complex needs --simple, because a route has two tiers.'],
  ['run --simple openai/a --complex anthropic/b', 2, 'in OPENAI_API_KEY and ANTHROPIC_API_KEY.'],
  ['run --simple google/a --complex google/b', 2, 'in GEMINI_API_KEY.'],
  ['run --simple nowhere/a --complex openai/b', 2, '--simple must be <upstream>/<model>'],
  ['run --simple openai --complex openai/b', 2, '--simple must be <upstream>/<model>'],
  ['run --no-dashboard=yes', 2, '--no-dashboard is a switch and takes no value.'],
  ['run more', 2, 'The argument "more" is not expected.'],
  ['validate -c', 2, '-c needs a value: -c <file>.'],
  ['validate -c a --config b', 2, '--config is given 2 times'],
  ['validate more', 2, 'The argument "more" is not expected.'],
  [`validate -c ${INVALID}`, 1, `${INVALID}:1:1: mode must be`],
  ['validate -c missing.yaml', 1, 'cannot be read (ENOENT)'],
  ['wrap', 2, 'The line names no program.'],
  ['wrap --', 2, 'The line names no program.'],
  ['wrap true', 2, 'The argument "true" is not expected.'],
  ['wrap --agent', 2, '--agent needs a value: --agent <name>.'],
  [`wrap --agent ${'a'.repeat(129)} -- true`, 2, '--agent must be a name of 1 to 128 printable ASCII characters.'],
  ['wrap --base ftp://host -- true', 2, '--base must be an http or https address'],
  ['wrap --base http://user:word@host -- true', 2, '--base must be an http or https address'],
  ['wrap --base http://host/?q=1 -- true', 2, '--base must be an http or https address'],
  ['wrap -- /nonexistent/program', 2, 'The program /nonexistent/program cannot be started (ENOENT).'],
  ['version --check', 2, 'The flag --check does not exist.'],
  ['version more', 2, 'The argument "more" is not expected.'],
  ['doctor --probe=1', 2, '--probe is a switch and takes no value.'],
  ['doctor --probe-url nowhere', 2, '--probe-url must be an http or https address without user and password.'],
  ['doctor --probe-url http://a:b@host', 2, '--probe-url must be an http or https address without user and password.'],
  ['doctor --fix', 2, 'The flag --fix does not exist.'],
  ['demo --rows 0', 2, '--rows must be a whole number, 1 to 100000.'],
  ['demo --rows many', 2, '--rows must be a whole number, 1 to 100000.'],
  ['demo --rows 5 --rich', 2, '--rows and --rich contradict each other.'],
  ['demo --live -1', 2, '--live must be a whole number, 0 to 1000.'],
  ['demo --live 1001', 2, '--live must be a whole number, 0 to 1000.'],
  ['demo --heartbeat soon', 2, '--heartbeat must be a duration'],
  ['demo --heartbeat 10ms', 2, '--heartbeat must be'],
  ['demo --admin 7070', 2, '--admin must be a host and a port, such as 127.0.0.1:7070.'],
  ['demo --admin 127.0.0.1:0', 2, '--admin must be a host and a port'],
  ['demo --data 127.0.0.1:65536', 2, '--data must be a host and a port'],
  ['demo --open=firefox', 2, '--open is a switch and takes no value.'],
  ['demo -o file', 2, 'tt demo writes while it runs'],
];

const HELP: readonly (readonly [page: string, text: string])[] = [
  ['run', '-c, --config <file>'],
  ['run', '--anthropic'],
  ['run', '--simple <upstream/model>'],
  ['run', '--complex <upstream/model>'],
  ['run', '--no-dashboard'],
  ['validate', '-c, --config <file>  the configuration file; default tokentriage.yaml'],
  ['wrap', '--agent <name>'],
  ['wrap', 'http://127.0.0.1:8787'],
  ['doctor', '-c, --config <file>'],
  ['doctor', '--probe '],
  ['doctor', '--probe-url <url>'],
  ['demo', '--open'],
  ['demo', 'the synthetic requests (default 40; not with --rich)'],
  ['demo', '(default 6)'],
  ['demo', '--rich'],
  ['demo', '--heartbeat <duration>'],
  ['demo', '--admin <host:port>'],
  ['demo', '--data <host:port>'],
];

describe('the contract of local commands', () => {
  it.each(REFUSALS)('tt %s ends with %i', async (line, expected, says) => {
    const { code, stdout, stderr } = await runTt(line.split(' '), { cwd: folder });
    expect([code, stdout]).toEqual([expected, '']);
    expect(stderr).toContain(says);
    expect(stderr).toMatch(/^error: /);
    expect(stderr.match(/^error: /gm)).toHaveLength(1);
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  it.each(['run --json', 'wrap --jq . -- true'])('tt %s refuses a document', async (line) => {
    const { code, stdout, stderr } = await runTt(line.split(' '), { cwd: folder });
    expect([code, stdout]).toEqual([2, '']);
    expect(JSON.parse(stderr)).toMatchObject({
      code: 'usage',
      title: expect.stringContaining('writes while it runs, so --json, --jq and --output do not apply.') as string,
    });
  });

  it.each(HELP)('tt %s --help shows %s', async (page, text) => {
    const { code, stdout, stderr } = await runTt([page, '--help']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(text);
  });

  it('checks tokentriage.yaml by default, and an absent one is no fault', async () => {
    expect(await runTt(['validate'], { cwd: folder })).toEqual({
      code: 0,
      stdout: `There is no file ${folder}/tokentriage.yaml, so every setting has its default.\n`,
      stderr: '',
    });
    expect(await runTt(['validate', '-c', 'valid.yaml'], { cwd: folder })).toEqual({
      code: 0,
      stdout: `${VALID} is valid and can be composed.\n`,
      stderr: '',
    });
    const { code, stdout } = await runTt(['validate', '-c', INVALID, '--jq', '.state'], { cwd: folder });
    expect([code, stdout]).toEqual([1, 'invalid\n']);
  });

  it('refuses without the server package, with the command that installs it', async () => {
    // The folder has no server above it, but the built command line has one.
    const { findServer } = await import('../../../../cli/server/find-server.ts');
    expect(() => findServer([folder])).toThrow(
      'The command needs the package @truetally/server, and it is not installed.',
    );
    expect(findServer([folder, import.meta.dirname])).toBe(process.cwd());
  });

  it('gives no key and no setting of its own to the server', async () => {
    const { serverEnvironment } = await import('../../../../cli/server/server-environment.ts');
    const env = {
      TRUETALLY_MANAGEMENT_KEY: 'ttm_x',
      TRUETALLY_PLANE_KEY: 'ttp_x',
      TRUETALLY_PROFILE: 'p',
      PATH: '/bin',
    };
    const paths = {
      TRUETALLY_DATA: 'd',
      TRUETALLY_JOURNAL: 'nats://a/b',
      TRUETALLY_DATABASE_URL_FILE: 'f',
      TRUETALLY_CONFIG: '',
    };
    expect(serverEnvironment({ ...env, ...paths }, '/w', { TRUETALLY_PORT: '1' })).toEqual({
      ...{ PATH: '/bin', TRUETALLY_DATA: '/w/d', TRUETALLY_JOURNAL: 'nats://a/b', TRUETALLY_DATABASE_URL_FILE: '/w/f' },
      ...{ TRUETALLY_CONFIG: '', TRUETALLY_PORT: '1' },
    });
  });

  it('prints versions at once and through the program alike', async () => {
    const [rapid, full, short] = await Promise.all([
      runTt(['version', '--json']),
      runTt(['--quiet', 'version', '--json']),
      runTt(['--version']),
    ]);
    expect(full).toEqual(rapid);
    expect(short.stdout).toMatch(/^tt \d+\.\d+\.\d+ \(.*\)\n$/);
    expect(JSON.parse(rapid.stdout)).toMatchObject({
      ...{ node: process.versions.node, jq: expect.stringMatching(/^1\.7/) as string },
      prices: { revision: expect.stringContaining('@pydantic/genai-prices@') as string },
      contracts: { management: expect.stringMatching(/^2\.\d+$/) as string },
    });
  });

  it('diagnoses a folder without a system, with codes, remedies and commands', { timeout: 60_000 }, async () => {
    const { code, stdout, stderr } = await runTt(['doctor', '--json', '--probe-url', 'http://127.0.0.1:1'], {
      cwd: folder,
    });
    expect([code, stderr]).toEqual([10, '']);
    const document = JSON.parse(stdout) as { ok: boolean; summary: object; checks: Record<string, string>[] };
    expect(Object.keys(document)).toEqual(['ok', 'summary', 'checks']);
    expect(document.ok).toBe(false);
    const faults = document.checks.filter(({ state }) => state === 'fault');
    expect(faults.map(({ code: name }) => name)).toEqual([
      ...['postgres.answers', 'clickhouse.answers', 'temporal.answers', 'probe.url'],
    ]);
    expect(faults.map(({ command }) => command)).toEqual([
      ...['npm start', 'npm start', 'npm start', "curl -i 'http://127.0.0.1:1/'"],
    ]);
  });
});
