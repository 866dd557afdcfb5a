import { execFile } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { engineRefusal } from './clickhouse-exception.ts';

/** A named pipe that the engine writes an answer into while this process reads it. */
export interface Fifo {
  readonly path: string;
  /** The output of the engine; it ends when every writer has closed. A slow reader slows the engine down. */
  readonly reader: Socket;
  /** Ends `reader` even if the engine never opened the pipe. Call it after the engine's call has settled. */
  closeWriters(): void;
  /** Returns the pipe to the pool. Call it only after the engine's call has settled. */
  release(): void;
}

/** A pool of named pipes. They are created once, because Node cannot create one without starting a process. */
export class FifoPool {
  readonly #free: string[];

  private constructor(paths: string[]) {
    this.#free = paths;
  }

  static async create(folder: string, count: number): Promise<FifoPool> {
    const paths = Array.from({ length: count }, (_, index) => join(folder, `answer-${index}.fifo`));
    await promisify(execFile)('mkfifo', ['-m', '600', ...paths]);
    return new FifoPool(paths);
  }

  /**
   * Takes a pipe from the pool. Throws code 202 if every pipe is taken: a pipe stays in use after its statement until
   * its answer was read.
   */
  take(): Fifo {
    const path = this.#free.pop();
    if (path === undefined) throw engineRefusal.tooManyAnswers();
    // Without O_NONBLOCK, opening would wait for a writer and block the event loop.
    const reader = new Socket({
      fd: openSync(path, constants.O_RDONLY | constants.O_NONBLOCK),
      readable: true,
      writable: false,
    });
    return {
      path,
      reader,
      closeWriters: () => {
        if (reader.destroyed) return;
        closeSync(openSync(path, constants.O_WRONLY | constants.O_NONBLOCK));
      },
      release: () => {
        reader.destroy();
        this.#free.push(path);
      },
    };
  }
}
