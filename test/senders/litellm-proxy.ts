import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../../testing/processes/free-ports.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { wireProvider, type SentCall } from './calls.ts';
import type { SenderWorld } from './senders-world.ts';

/** The seconds until LiteLLM has started. Its imports alone take most of a minute on a busy machine. */
const START_SECONDS = 180;

/** The maximum number of output characters that an error shows if LiteLLM does not start. */
const MAX_OUTPUT = 4_000;

/** Seconds longer than all calls take. */
export const LOG_SECONDS = 90;

export interface LitellmProxy {
  readonly origin: string;
  /** The key that the proxy accepts. */
  readonly key: string;
  stop(): Promise<void>;
}

/** Starts LiteLLM's proxy in front of a provider. Its callback sends to a sender's endpoint. */
export async function startLitellmProxy(
  command: string,
  provider: string,
  calls: readonly SentCall[],
  world: SenderWorld,
): Promise<LitellmProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'truetally-litellm-'));
  const [port = 0] = await freePorts(1);
  const models = new Map(calls.map(({ wire, body: { model } }) => [model, wireProvider(wire)]));
  const bases = { openai: `${provider}/v1`, anthropic: provider };
  // LiteLLM starts only with a key of this form.
  const key = `sk-${randomBytes(32).toString('hex')}`;
  const config = {
    model_list: [...models].map(([name, of]) => ({
      model_name: name,
      litellm_params: { model: `${of}/${name}`, api_base: bases[of], api_key: 'any-eight-characters' },
      model_info: { id: `${of}-${name}` },
    })),
    router_settings: { num_retries: 0, disable_cooldowns: true },
    callback_settings: {
      // A list of all calls would exceed the maximum size of a request.
      truetally: {
        ...{ callback_type: 'generic_api', log_format: 'single', endpoint: `${world.traffic}/litellm` },
        headers: { Authorization: `Bearer ${world.token}` },
      },
    },
    litellm_settings: { callbacks: ['truetally'], turn_off_message_logging: true, num_retries: 0 },
  };
  // JSON is valid YAML.
  const file = join(folder, 'config.yaml');
  writeFileSync(file, JSON.stringify(config));
  const proxy = spawn(command, ['--config', file, '--host', '127.0.0.1', '--port', String(port)], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      LITELLM_MASTER_KEY: key,
      // This prevents network requests.
      LITELLM_LOCAL_MODEL_COST_MAP: 'True',
      LITELLM_LOG: 'ERROR',
      // LiteLLM loses events that are logged while it sends (docs/ways-in/litellm.md). It therefore sends once, after
      // all calls have ended.
      DEFAULT_FLUSH_INTERVAL_SECONDS: String(LOG_SECONDS),
      DEFAULT_BATCH_SIZE: String(2 * calls.length),
    },
  });
  // LiteLLM prints a page about each failed call.
  let output = '';
  proxy.stderr.on('data', (text: Buffer) => (output = `${output}${text.toString()}`.slice(-MAX_OUTPUT)));
  const ended = once(proxy, 'exit');
  const origin = `http://127.0.0.1:${port}`;
  const stop = async (): Promise<void> => {
    proxy.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await waitUntil(async () => (await fetch(`${origin}/health/liveliness`)).ok, START_SECONDS);
  } catch (error) {
    await stop();
    throw new Error(`LiteLLM did not start: ${output}`, { cause: error });
  }
  return { origin, key, stop };
}
