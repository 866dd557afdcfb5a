import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { freePorts } from './free-ports.ts';

const PROJECT = join(import.meta.dirname, '..', '..');

export interface LaunchedSystem {
  readonly child: ChildProcess;
  /** The output up to and including the last command. */
  readonly announced: Promise<string>;
  readonly ended: Promise<number | null>;
}

/**
 * The variables of `npm start` that separate a system from others: a data folder, and ports that are free at this
 * moment.
 */
export async function launchVariables(folder: string): Promise<Record<string, string>> {
  const engines = ['POSTGRES_', 'CLICKHOUSE_', 'TEMPORAL_', 'TEMPORAL_UI_'];
  const names = ['', 'MANAGEMENT_', ...engines, 'CODEC_', 'PROXY_', 'PLAYBACK_'];
  const ports = await freePorts(names.length);
  const variables = names.map((name, index) => [`TRUETALLY_${name}PORT`, String(ports[index])]);
  return { ...(Object.fromEntries(variables) as Record<string, string>), TRUETALLY_DATA: folder };
}

/** Runs `npm start` with these variables. `onOutput` receives the complete output so far, whenever it grows. */
export function launchSystem(
  env: Readonly<Record<string, string>>,
  onOutput: (printed: string) => void = () => undefined,
): LaunchedSystem {
  const command = ['umask 000; exec "$0" "$@"', process.execPath, 'scripts/start.mjs'];
  const child = spawn('sh', ['-c', ...command], {
    cwd: PROJECT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((settle) => child.once('exit', settle));
  let printed = '';
  const announced = new Promise<string>((settle, fail) => {
    const listen = (chunk: Buffer): void => {
      printed += chunk.toString();
      onOutput(printed);
      if (printed.includes('\nMore to paste: ')) settle(printed);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    void ended.then((code) => fail(new Error(`The launcher ended with ${String(code)}:\n${printed}`)));
  });
  return { child, announced, ended };
}

/** The part of the announcement of `npm start` that a user pastes. */
export function pastedPart(announced: string): string {
  return announced.slice(announced.indexOf('\n. ') + 1, announced.indexOf('\n\nMore to paste'));
}
