import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const LOCK = /^launcher-(\d+)\.json$/;
const ANSWER_MS = 1_000;

/**
 * A message with the addresses of the system that another `npm start` runs on the data folder of `env`. It is undefined
 * if no system answers. The lock of the data folder decides whether a system may start. This check only reports the
 * conflict before any preparation.
 */
export async function runningAlready(env) {
  const folder = resolve(env.TRUETALLY_DATA || '.data');
  try {
    const locks = readdirSync(folder).flatMap((name) => LOCK.exec(name)?.[1] ?? []);
    const newest = Math.max(...locks.map(Number));
    const { pid } = JSON.parse(readFileSync(join(folder, `launcher-${newest}.json`), 'utf8'));
    process.kill(pid, 0);
    const connection = JSON.parse(readFileSync(join(folder, 'connection.json'), 'utf8'));
    const { origin } = new URL(connection.base_url);
    const answer = await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(ANSWER_MS) });
    if (!answer.ok) return undefined;
    return `Truetally already runs on ${folder} (process ${pid}). Stop it, or choose another folder with TRUETALLY_DATA.

  open           ${origin}
  gateway        ${connection.gateway_url}
  documentation  ${connection.docs_url}${connection.temporal_ui_url === undefined ? '' : `\n  Temporal UI    ${connection.temporal_ui_url}`}`;
  } catch {
    return undefined;
  }
}
