import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePorts } from '../../../testing/processes/free-ports.ts';
import { startContender } from '../start-contender.ts';
import type { StartPeer } from './peer.ts';

/** The version, with the licence MIT. It answers every stream with status 500, so the bench sends it none. */
const VERSION = '1.15.2';
const FOLDER = join(import.meta.dirname, '..', '..', '..', '.cache', `portkey-${VERSION}`);

/** Starts Portkey's gateway from its package. */
export const startPortkey: StartPeer = async (provider) => {
  ensurePortkey();
  const [port = 0] = await freePorts(1);
  const program = join(FOLDER, 'node_modules', '@portkey-ai', 'gateway', 'build', 'start-server.js');
  const contender = await startContender({
    ...{ name: 'Portkey', core: 0, port, readyPath: '/', cwd: FOLDER },
    command: process.execPath,
    args: [program, '--headless', `--port=${port}`],
    env: { PATH: process.env['PATH'], HOME: FOLDER },
  });
  const headers = { 'x-portkey-provider': 'openai', 'x-portkey-custom-host': `${provider.origin}/v1` };
  return { ...contender, headers: { ...headers, authorization: 'Bearer any-eight-characters' } };
};

/** Installs Portkey, which is cached. It is not part of the product or its dependencies. */
function ensurePortkey(): void {
  const whole = join(FOLDER, 'installed');
  if (existsSync(whole)) return;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, 'package.json'), '{ "private": true }\n');
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', `@portkey-ai/gateway@${VERSION}`];
  execFileSync('npm', args, { cwd: FOLDER, stdio: 'inherit' });
  writeFileSync(whole, '');
}
