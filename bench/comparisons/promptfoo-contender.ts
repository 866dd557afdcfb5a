import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BASELINE_MODEL, CANDIDATE_MODEL, BENCH_QUESTIONS, type PassedCounts } from './bench-questions.ts';
import type { PlayedProvider } from './played-provider.ts';
import type { Contender } from './product-contender.ts';

/** The last version that supports our minimum version of Node. Its licence is MIT. */
const VERSION = '0.121.20';
const PROJECT = join(import.meta.dirname, '..', '..');

/** The variables that prevent promptfoo from reporting and storing its use. */
const ALONE = {
  PROMPTFOO_DISABLE_TELEMETRY: '1',
  PROMPTFOO_DISABLE_UPDATE: '1',
  PROMPTFOO_DISABLE_REMOTE_GENERATION: '1',
  PROMPTFOO_DISABLE_SHARING: '1',
  PROMPTFOO_CACHE_ENABLED: 'false',
} as const;

/** The output of `promptfoo-main.mjs` for one evaluation. */
interface Evaluated {
  readonly tookMs: number;
  readonly passed: Readonly<Record<string, number>>;
}

/**
 * Creates the contender of promptfoo's evaluations in a separate process, with the same questions, models, provider and
 * number of parallel calls.
 */
export async function promptfooContender(provider: PlayedProvider, atOnce: number): Promise<Contender> {
  const folder = ensurePromptfoo();
  const kept = mkdtempSync(join(tmpdir(), 'truetally-promptfoo-'));
  const entry = pathToFileURL(join(folder, 'node_modules', 'promptfoo', 'dist', 'src', 'index.js')).href;
  const child = fork(join(import.meta.dirname, 'promptfoo-main.mjs'), [entry], {
    cwd: kept,
    env: { PATH: process.env['PATH'], HOME: kept, PROMPTFOO_CONFIG_DIR: kept, ...ALONE },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const nextMessage = async (): Promise<unknown> => {
    const gone = once(child, 'exit').then(() => Promise.reject(new Error('promptfoo has gone.')));
    const [message] = (await Promise.race([once(child, 'message'), gone])) as [unknown];
    return message;
  };
  await nextMessage();
  const models = [BASELINE_MODEL, CANDIDATE_MODEL].map((model) => ({
    id: `openai:chat:${model}`,
    label: model,
    config: { apiBaseUrl: `${provider.origin}/v1`, apiKey: 'sk-of-the-bench', max_tokens: 20 },
  }));
  const tests = BENCH_QUESTIONS.map(({ prompt: question, expected }) => ({
    vars: { question },
    assert: [{ type: 'regex', value: `#### ${expected}$` }],
  }));
  const suite = { providers: models, prompts: ['{{question}}'], tests };
  return {
    name: 'promptfoo',
    async compare() {
      child.send({ suite, atOnce });
      const { tookMs, passed } = (await nextMessage()) as Evaluated;
      const verdicts: PassedCounts = { baseline: passed[BASELINE_MODEL] ?? 0, candidate: passed[CANDIDATE_MODEL] ?? 0 };
      return { tookMs, verdicts };
    },
    async close() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      rmSync(kept, { recursive: true, force: true });
    },
  };
}

/** Installs promptfoo in a separate folder, which is cached. It is not part of the product or its dependencies. */
function ensurePromptfoo(): string {
  const folder = join(PROJECT, '.cache', `promptfoo-${VERSION}`);
  if (existsSync(join(folder, 'installed'))) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const args = ['install', '--no-audit', '--no-fund', '--omit=optional', '--ignore-scripts', `promptfoo@${VERSION}`];
  execFileSync(npm, args, { cwd: folder, stdio: 'inherit' });
  writeFileSync(join(folder, 'installed'), '');
  return folder;
}
