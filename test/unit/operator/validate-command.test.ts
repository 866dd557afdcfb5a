import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runToEnd, type ProgramResult } from '../../../testing/processes/run-to-end.ts';

const folder = mkdtempSync(join(tmpdir(), 'truetally-validate-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const INVALID = fileOf('invalid.yaml', 'evals:\n  annotation_queue: { enable: true }\n  drift: []\n');
const INVALID_TEXT = `The configuration file ${INVALID} cannot be used:
  ${INVALID}:2:23: evals.annotation_queue.enable is not a setting (did you mean \`enabled\`?).
  ${INVALID}:3:3: evals.drift must be a mapping of settings.`;

const UNCOMPOSED = fileOf(
  'uncomposed.yaml',
  'evals:\n  evaluators:\n    - id: check.safety\n      sample_rate: 1\n      sidecar: { external: allow, endpoint_env: SCORER }\n',
);
const UNCOMPOSED_TEXT = `The configuration file ${UNCOMPOSED} is valid, but contains settings that this version does not support:
  ${UNCOMPOSED}:5:7: evals.evaluators[0].sidecar is not supported: this version calls no scorer service. Omit it.`;

/** All settings that a process requires before it reads the file. The process connects to none of them. */
const NOWHERE = {
  TRUETALLY_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
  TRUETALLY_CLICKHOUSE_URL: 'http://127.0.0.1:1/nothing',
  TRUETALLY_TEMPORAL_ADDRESS: '127.0.0.1:1',
  TRUETALLY_DATA: folder,
};

function validate(...args: readonly string[]): Promise<ProgramResult> {
  return runToEnd('operator/validate-command.ts', args);
}

describe('npm run validate', { timeout: 120_000 }, () => {
  it('ends with 0 if the processes would start', async () => {
    const valid = fileOf('valid.yaml', 'evals: { annotation_queue: { enabled: true } }\n');
    expect(await validate('-c', valid)).toEqual({
      code: 0,
      stdout: `${valid} is valid and can be composed.\n  warning: ${valid}:1:30: evals.annotation_queue.enabled is true, but \`dashboard.capture\` stores no request and response, so there is nothing to annotate.\n`,
      stderr: '',
    });
    expect(await validate('-c', join(process.cwd(), 'examples', 'configuration', 'tokentriage.yaml'))).toMatchObject({
      code: 0,
      stderr: '',
    });
  });

  it('reads the typed file, once', async () => {
    expect(await validate(INVALID)).toEqual({ code: 1, stdout: '', stderr: `${INVALID_TEXT}\n` });
    expect(await validate(INVALID, '-c', INVALID)).toEqual({
      code: 2,
      stdout: '',
      stderr: 'The command names the file twice. Name it either as FILE or with --config.\n',
    });
  });

  it('reads the file of the environment, or the default one, which may be absent', async () => {
    const named = await runToEnd('operator/validate-command.ts', [], { TRUETALLY_CONFIG: INVALID });
    expect(named).toEqual({ code: 1, stdout: '', stderr: `${INVALID_TEXT}\n` });
    expect(await runToEnd('operator/validate-command.ts', [], {}, folder)).toEqual({
      code: 0,
      stdout: `There is no file ${join(folder, 'tokentriage.yaml')}, so every setting has its default.\n`,
      stderr: '',
    });
  });

  it('gives programs every fault with its position', async () => {
    const { code, stdout } = await validate('--config', UNCOMPOSED, '--json');
    expect([code, JSON.parse(stdout)]).toEqual([
      1,
      {
        file: UNCOMPOSED,
        state: 'not_composable',
        remarks: [
          {
            line: 5,
            column: 7,
            path: 'evals.evaluators[0].sidecar',
            detail: 'is not supported: this version calls no scorer service. Omit it',
          },
        ],
        warnings: [],
      },
    ]);
  });

  it.each([
    [
      'is missing',
      join(folder, 'gone.yaml'),
      `The configuration file ${join(folder, 'gone.yaml')} cannot be read (ENOENT). Check the path and its permissions.`,
    ],
    [
      'is a folder',
      folder,
      `The configuration file ${folder} is not a regular file. Name another file with TRUETALLY_CONFIG.`,
    ],
    [
      'is not UTF-8',
      fileOf('latin.yaml', ''),
      `The file ${join(folder, 'latin.yaml')} is not UTF-8. Save it as UTF-8.`,
    ],
    [
      'is huge',
      fileOf('huge.yaml', '#'.repeat(1_048_577)),
      `The configuration file ${join(folder, 'huge.yaml')} is larger than 256 KiB. Shorten it.`,
    ],
  ])('ends with 1 if the file %s', async (_, path, sentence) => {
    if (path.endsWith('latin.yaml')) writeFileSync(path, Buffer.from([0x61, 0x3a, 0x20, 0xe9]));
    expect(await validate('-c', path)).toEqual({ code: 1, stdout: '', stderr: `${sentence}\n` });
  });
});

describe('with a faulty file', { timeout: 120_000 }, () => {
  it.each([
    ['invalid', INVALID, INVALID_TEXT],
    ['valid and cannot be composed', UNCOMPOSED, UNCOMPOSED_TEXT],
  ])('that is %s nothing starts, and all print the output of `validate`', async (_, path, text) => {
    const env = { ...NOWHERE, TRUETALLY_CONFIG: path };
    expect(await validate('-c', path)).toEqual({ code: 1, stdout: '', stderr: `${text}\n` });
    expect(await runToEnd('api/server.ts', [], env)).toEqual({ code: 1, stdout: '', stderr: `truetally: ${text}\n` });
    const worker = await runToEnd('worker/main.ts', [], env);
    expect([worker.code, saidByLog(worker.stdout)]).toEqual([1, [text]]);
    const launcher = await runToEnd('launcher/launch.ts', [], { TRUETALLY_CONFIG: path, TRUETALLY_DATA: folder });
    expect([launcher.code, launcher.stderr.includes(text)]).toEqual([1, true]);
  });
});

/** The messages of the errors in the lines of a log. */
function saidByLog(stdout: string): string[] {
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
  return lines.flatMap((line) => (JSON.parse(line) as { err?: { message: string } }).err?.message ?? []);
}
