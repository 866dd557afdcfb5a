import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordedAnswer } from '../../providers/playback/recorded-answer.ts';
import { freePorts } from '../../testing/processes/free-ports.ts';
import { waitUntil } from '../../testing/wait-until.ts';

const PROJECT = join(import.meta.dirname, '..', '..');
const START_SECONDS = 180;

/** A playback provider in a separate process. */
export interface PlayedProvider {
  /** The base URL of Anthropic's protocol; OpenAI's protocols are below `/v1`. */
  readonly origin: string;
  /** Returns the number of calls so far. */
  calls(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts a provider that answers after `latencyMs`. @param folder of its files */
export async function startPlayedProvider(
  folder: string,
  answers: readonly RecordedAnswer[],
  latencyMs: number,
): Promise<PlayedProvider> {
  const [book, plan] = [join(folder, 'answers.jsonl'), join(folder, 'plan.json')];
  writeFileSync(book, answers.map((answer) => JSON.stringify(answer)).join('\n'));
  writeFileSync(plan, JSON.stringify({ latency_ms: latencyMs, faults: [] }));
  const [port = 0] = await freePorts(1);
  const main = ['--import', 'tsx', 'providers/playback/main.ts', book, '--port', String(port), '--plan', plan];
  const child = spawn(process.execPath, main, { cwd: PROJECT, stdio: ['ignore', 'ignore', 'inherit'] });
  const origin = `http://127.0.0.1:${port}`;
  await waitUntil(async () => (await fetch(`${origin}/playback/plan`)).ok, START_SECONDS);
  return {
    origin,
    async calls() {
      const bill = (await (await fetch(`${origin}/playback/bill`)).json()) as { calls: unknown[] };
      return bill.calls.length;
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
