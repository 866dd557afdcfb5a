import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The state of a listening socket in Linux. */
const LISTENS = '0A';
const ASKING_MS = 2_000;

/** The process that listens on a port of this machine, as text. It is undefined if the process is unknown. */
export function portHolder(port) {
  const holder = process.platform === 'linux' ? linuxHolder(port) : listedHolder(port);
  return holder && `${holder.name} (process ${holder.pid})`;
}

function linuxHolder(port) {
  const sockets = new Set(['tcp', 'tcp6'].flatMap((table) => inodesOf(table, port)).map((id) => `socket:[${id}]`));
  if (sockets.size === 0) return undefined;
  const pid = orNothing(() => readdirSync('/proc'))
    ?.filter((name) => /^\d+$/.test(name))
    .find((name) => hasSocket(`/proc/${name}/fd`, sockets));
  if (pid === undefined) return undefined;
  const words = orNothing(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'))?.split('\0') ?? [];
  return { pid, name: programOf(words) };
}

function inodesOf(table, port) {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const lines = orNothing(() => readFileSync(`/proc/net/${table}`, 'utf8'))?.split('\n') ?? [];
  return lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([, address = '', , state]) => state === LISTENS && address.endsWith(suffix))
    .map((columns) => columns[9]);
}

/** True if a process folder has one of the sockets. A folder that this user may not read counts as empty. */
function hasSocket(folder, sockets) {
  const files = orNothing(() => readdirSync(folder)) ?? [];
  return files.some((file) => sockets.has(orNothing(() => readlinkSync(join(folder, file)))));
}

/** The program and its script, if it runs a script. Other arguments are omitted, because they may be secrets. */
function programOf([program = '', ...words]) {
  const script = words.find((word) => /\.(m?js|ts|py|rb|pl|sh|jar)$/.test(word));
  const named = script === undefined ? '' : ` ${join(basename(dirname(script)), basename(script))}`;
  return `${basename(program) || 'a program'}${named}`;
}

function listedHolder(port) {
  const { stdout } = spawnSync('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc'], {
    encoding: 'utf8',
    timeout: ASKING_MS,
  });
  const [, pid, name] = /^p(\d+)\n(?:.*\n)*?c(.+)$/m.exec(stdout ?? '') ?? [];
  return pid === undefined ? undefined : { pid, name };
}

function orNothing(read) {
  try {
    return read();
  } catch {
    return undefined;
  }
}
