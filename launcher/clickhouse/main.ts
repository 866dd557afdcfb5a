import { mkdir, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { MAX_RUNNING_STATEMENTS } from './statement-admission.ts';
import { FifoPool } from './fifo-pool.ts';
import { forgetTokensWithoutParts } from './forget-tokens-without-parts.ts';
import { openNativeEngine } from './native-engine.ts';
import { createClickHouseServer } from './clickhouse-server.ts';
import { EngineStatementRunner } from './engine-statement-runner.ts';

/**
 * The number of pipes per slot. A statement releases its slot when the engine is done, but its pipe only when the
 * client has read the answer.
 */
const PIPES_PER_SLOT = 8;

const NAME = 'truetally';
const STOP_GRACE_MS = 2_000;
/** Milliseconds after which a client that does not read its answer no longer delays the stop. */
const STOP_ANSWERS_MS = 1_000;

/** Reads a variable that the parent process must set, or throws an error that names it. */
function required(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`${name} is not set.`);
  return value;
}

function readSettings(): { folder: string; port: number; password: string } {
  // libuv has already read the variable, so this program can only check it.
  if (!(Number(process.env['UV_THREADPOOL_SIZE']) >= 8)) {
    throw new Error('UV_THREADPOOL_SIZE must be at least 8 (16 is best), because each statement uses a thread.');
  }
  const port = Number(required('TRUETALLY_CLICKHOUSE_PORT'));
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error('TRUETALLY_CLICKHOUSE_PORT must be a port number, or 0 for any free one.');
  }
  return { folder: required('TRUETALLY_CLICKHOUSE_FOLDER'), port, password: required('TRUETALLY_CLICKHOUSE_PASSWORD') };
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      reject(taken ? new Error(`Port ${port}, where ClickHouse was to listen, is in use.`, { cause: error }) : error);
    });
    server.listen(port, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
}

async function stop(server: Server, runner: EngineStatementRunner): Promise<void> {
  server.close();
  server.closeIdleConnections();
  setTimeout(() => server.closeAllConnections(), STOP_ANSWERS_MS).unref();
  const { quiet } = await runner.stop(STOP_GRACE_MS);
  // An exit waits for the engine's threads, and OPTIMIZE ignores KILL. A hard stop loses no acknowledged data.
  if (!quiet) process.kill(process.pid, 'SIGKILL');
  // One of 33 measured stops after inserts ended with SIGSEGV instead of code 0, but no row was lost. The launcher
  // treats every exit after its stop request as orderly.
  process.exit(0);
}

async function main(): Promise<void> {
  const { folder, port, password } = readSettings();
  // The engine shows times without a zone in the time zone of the process.
  process.env['TZ'] = 'UTC';
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const engine = openNativeEngine(folder);
  // The folder is emptied only now, under the lock: any files in it are from a killed process.
  const transit = join(folder, 'transit');
  await rm(transit, { recursive: true, force: true });
  await mkdir(transit, { mode: 0o700 });
  const setup = engine.connect();
  await setup.run(`CREATE DATABASE IF NOT EXISTS ${NAME} ENGINE = Atomic`, 'Null');
  for (const { table, part } of await forgetTokensWithoutParts(folder, setup)) {
    const found = part === undefined ? 'an incomplete line' : `the deduplication token of the missing part ${part}`;
    process.stderr.write(`The log of ${table} contained ${found}, left by a kill. This start removed it.\n`);
  }
  setup.close();

  const runner = new EngineStatementRunner(engine);
  const fifos = await FifoPool.create(transit, PIPES_PER_SLOT * MAX_RUNNING_STATEMENTS);
  const server = createClickHouseServer({ runner, fifos, spoolFolder: transit, user: NAME, password });
  const listening = await listen(server, port);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(server, runner));
  process.stdout.write(`${JSON.stringify({ listening })}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
