import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePorts } from '../../../testing/processes/free-ports.ts';
import { ensurePythonWith, hasPython } from '../../../testing/python-tool.ts';
import { startContender } from '../start-contender.ts';
import type { StartPeer } from './peer.ts';

/** The package, with the licence MIT. */
const PACKAGES = ['litellm[proxy]==1.106.2'];

/** Starts LiteLLM's proxy in one process, with a key and without a database: it checks only the key of a call. */
export const startLitellm: StartPeer = async (provider, folder) => {
  if (!hasPython()) throw new Error('it needs Python 3.10 or newer');
  const command = join(ensurePythonWith(PACKAGES), '..', 'litellm');
  const [port = 0] = await freePorts(1);
  const own = join(folder, 'litellm');
  mkdirSync(own);
  const file = join(own, 'config.yaml');
  const parameters = { model: 'openai/gpt-5-mini', api_base: `${provider.origin}/v1`, api_key: 'any-eight-characters' };
  // JSON is valid YAML.
  writeFileSync(file, JSON.stringify({ model_list: [{ model_name: 'gpt-5-mini', litellm_params: parameters }] }));
  // LiteLLM requires a key of this form.
  const key = `sk-${randomBytes(32).toString('hex')}`;
  const contender = await startContender({
    ...{ name: 'LiteLLM', core: 0, port, readyPath: '/health/liveliness', command, cwd: own },
    args: ['--config', file, '--host', '127.0.0.1', '--port', String(port), '--num_workers', '1'],
    env: {
      PATH: process.env['PATH'],
      HOME: own,
      LITELLM_MASTER_KEY: key,
      // This prevents network requests.
      LITELLM_LOCAL_MODEL_COST_MAP: 'True',
      LITELLM_LOG: 'ERROR',
    },
  });
  return { ...contender, headers: { authorization: `Bearer ${key}` } };
};
