import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { programEnvironment } from '../../launcher/processes/child-environment.ts';
import { isProcessAlive, startProcess, type StartedProcess } from '../../launcher/processes/engine-process.ts';
import { freePorts } from '../processes/free-ports.ts';
import { waitUntil } from '../wait-until.ts';
import { ensureNatsBinary } from './nats-binary.ts';

/** NATS servers on loopback with JetStream: a single one, or three that replicate streams. */
export interface NatsServers {
  /** The URL `nats://host:port,host:port`, without the stream. */
  readonly url: string;
  /** The folder of each server. */
  readonly folders: readonly string[];
  start(index?: number): Promise<void>;
  /** Kills a server with `kill -9`, and waits until it has ended. */
  kill(index?: number): Promise<void>;
  /** The index of a server, by its name in streams. */
  indexOf(name: string): number;
  stop(): Promise<void>;
}

/** The log line of a server that accepts requests. JetStream becomes available before this line. */
const READY = 'Server is ready';

/**
 * Starts servers that keep their data below a folder.
 *
 * @param more lines of their configuration
 */
export async function startNatsServers(folder: string, count = 1, more: readonly string[] = []): Promise<NatsServers> {
  const binary = await ensureNatsBinary((line) => console.log(line));
  const ports = await freePorts(count * 2);
  const routes = ports.slice(count).map((port) => `nats://127.0.0.1:${port}`);
  const folders = Array.from({ length: count }, (_, index) => join(folder, `nats-${index}`));
  const running = new Map<number, StartedProcess>();
  const nameOf = (index: number): string => `nats-${index}`;
  const configure = (index: number, own: string): string => {
    mkdirSync(own, { recursive: true });
    const file = join(own, 'nats.conf');
    const cluster = `cluster { name: test, listen: "127.0.0.1:${ports[count + index]}", routes: [${routes.map((route) => `"${route}"`).join(', ')}] }`;
    const lines = [
      `listen: "127.0.0.1:${ports[index]}"`,
      `server_name: ${nameOf(index)}`,
      `jetstream { store_dir: "${join(own, 'data')}", max_file_store: 4GB }`,
      ...(count > 1 ? [cluster] : []),
      ...more,
    ];
    writeFileSync(file, lines.join('\n'));
    return file;
  };
  const start = async (index = 0): Promise<void> => {
    const own = folders[index] ?? '';
    const server = await startProcess({
      command: binary,
      args: ['-c', configure(index, own)],
      env: programEnvironment(),
      logFile: join(own, 'nats.log'),
      stopSignal: 'SIGTERM',
    });
    running.set(index, server);
    await waitUntil(() => Promise.resolve(server.log().includes(READY)), 30);
  };
  const indexes = folders.map((_, index) => index);
  for (const own of folders) mkdirSync(own, { recursive: true });
  await Promise.all(indexes.map(start));
  return {
    url: `nats://${ports
      .slice(0, count)
      .map((port) => `127.0.0.1:${port}`)
      .join(',')}`,
    folders,
    start,
    async kill(index = 0) {
      const server = running.get(index);
      if (server === undefined) return;
      if (isProcessAlive(server.pid)) process.kill(server.pid, 'SIGKILL');
      await server.exited;
      running.delete(index);
    },
    indexOf: (name) => indexes.findIndex((index) => nameOf(index) === name),
    async stop() {
      await Promise.all([...running.values()].map((server) => server.stop()));
    },
  };
}
