import { createRequire } from 'node:module';
import { resolve } from 'node:path';

/** The result of one call of the engine. `rowsRead` is, for an insert from a file, the number of rows inserted. */
export interface EngineResult {
  readonly bytes: Buffer;
  readonly rowsRead: number;
  readonly bytesRead: number;
  readonly elapsedSeconds: number;
}

/** One session of the engine, which holds settings and the current database until it is closed. */
export interface EngineConnection {
  /** Runs SQL on a thread of libuv's pool; statements separated by `;` run one after another. */
  run(sql: string, defaultFormat: string): Promise<EngineResult>;
  /** Closes the session. Call it only after every `run` has settled: closing it during a query aborts the engine. */
  close(): void;
}

export interface NativeEngine {
  connect(): EngineConnection;
}

interface NativeResult {
  readonly bytes: Uint8Array;
  readonly elapsed: number;
  readonly rowsRead: number;
  readonly bytesRead: number;
}

interface NativeAddon {
  CreateConnection(folder: string, startArguments: readonly string[]): object | null | undefined;
  CloseConnection(handle: object): void;
  QueryAsyncConnection(handle: object, sql: string, format: string): Promise<NativeResult>;
}

const PLATFORM_PACKAGES: Readonly<Record<string, string>> = {
  'linux-x64': '@chdb/lib-linux-x64-gnu',
  'linux-arm64': '@chdb/lib-linux-arm64-gnu',
  'darwin-x64': '@chdb/lib-darwin-x64',
  'darwin-arm64': '@chdb/lib-darwin-arm64',
};

/** The largest statement that the engine parses. Its default of 256 KiB is too small for long parameters. */
export const MAX_STATEMENT_BYTES = 64 * 1024 * 1024;

// The addon is not a documented interface of the chdb package: this file is the only one that knows it.
function loadAddon(): NativeAddon {
  const platform = `${process.platform}-${process.arch}`;
  const name = PLATFORM_PACKAGES[platform];
  if (name === undefined) {
    throw new Error(
      `The embedded ClickHouse has no native library for ${platform}: set TRUETALLY_CLICKHOUSE_URL to a server of your own.`,
    );
  }
  try {
    const fromChdb = createRequire(import.meta.resolve('chdb'));
    return fromChdb(name) as NativeAddon;
  } catch (cause) {
    const reason = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause);
    throw new Error(
      `The native library ${name} of the embedded ClickHouse cannot be loaded: run \`npm ci\`, or set TRUETALLY_CLICKHOUSE_URL to a server of your own (${reason}).`,
      { cause },
    );
  }
}

function connect(addon: NativeAddon, folder: string): EngineConnection {
  const handle = addon.CreateConnection(folder, [`--max_query_size=${MAX_STATEMENT_BYTES}`]);
  if (!handle) throw new Error(`The engine opened no connection on ${folder}.`);
  return {
    async run(sql, defaultFormat) {
      const { bytes, rowsRead, bytesRead, elapsed } = await addon.QueryAsyncConnection(handle, sql, defaultFormat);
      const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      return { bytes: view, rowsRead, bytesRead, elapsedSeconds: elapsed };
    },
    close: () => {
      addon.CloseConnection(handle);
    },
  };
}

/**
 * Opens the engine on `folder`, and keeps it open with the folder's lock until the process ends. Throws an Error with
 * one sentence if the library is missing, or if the folder cannot be opened or locked.
 */
export function openNativeEngine(folder: string): NativeEngine {
  const addon = loadAddon();
  const path = resolve(folder);
  try {
    // This connection is never closed, because the engine shuts down with its last connection.
    connect(addon, path);
  } catch (cause) {
    throw new Error(
      `ClickHouse's folder ${path} cannot be opened. Another process uses it (code 76), or it is not writable.`,
      { cause },
    );
  }
  return { connect: () => connect(addon, path) };
}
