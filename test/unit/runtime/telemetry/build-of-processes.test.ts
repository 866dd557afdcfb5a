import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { buildText, readBuildVersion, BUILD_VERSION } from '../../../../runtime/telemetry/read-build-version.ts';
import { bundledProgram } from '../../../../testing/processes/bundled-programs.ts';
import { freePorts } from '../../../../testing/processes/free-ports.ts';
import { waitUntil } from '../../../../testing/wait-until.ts';

const PROJECT = join(import.meta.dirname, '..', '..', '..', '..');
const BUILD = { version: BUILD_VERSION, commit: '5ef0e29b00000000000000000000000000000000' };

/** Starts a program, and returns the first line that it prints. */
async function firstLineOf(main: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [bundledProgram(main), ...args], {
    cwd: PROJECT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], ...env },
  });
  onTestFinished(async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return line;
}

it('prefers the commit of the environment to that of the checkout', () => {
  expect(readBuildVersion(BUILD.commit)).toEqual(BUILD);
});

it('formats a build for people', () => {
  expect(buildText({ version: '0.2.0', commit: 'abc1234' })).toBe('0.2.0 (commit abc1234)');
  expect(buildText({ version: '0.2.0', commit: null })).toBe('0.2.0 (unknown commit)');
});

it('is stated by the codec endpoint in the first line of its log and at /healthz', async () => {
  const [port = 0] = await freePorts(1);
  const line = await firstLineOf('runtime/payloads/main.ts', [], {
    TRUETALLY_PAYLOAD_KEYS: `one:${Buffer.alloc(32).toString('base64')}`,
    TRUETALLY_CODEC_PORT: String(port),
    TRUETALLY_COMMIT: BUILD.commit,
  });
  expect(JSON.parse(line)).toMatchObject({ process: 'codec', ...BUILD, msg: 'the process starts' });
  const health = `http://127.0.0.1:${port}/healthz`;
  await waitUntil(async () => (await fetch(health)).ok, 20);
  expect(await (await fetch(health)).json()).toEqual({ status: 'ok', ...BUILD });
});

it('is stated by the playback provider in its first line', async () => {
  const [port = 0] = await freePorts(1);
  const answers = join(PROJECT, 'examples', 'comparison', 'answers.jsonl');
  const line = await firstLineOf('providers/playback/main.ts', [answers, '--port', String(port)], {});
  expect(line).toBe(`Truetally ${buildText(readBuildVersion(undefined))}`);
});
