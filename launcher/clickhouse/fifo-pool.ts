import { execFile } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { engineRefusal } from './clickhouse-exception.ts';

/** A named pipe that the engine writes an answer into while this process reads it. */
export interface Fifo {
  readonly path: string;
  /** The output of the engine; it ends when every writer has closed. Slow reading slows the engine down. */
  readonly reader: Socket;
  /** Makes `reader` end even if the engine never opened the pipe. Call once its call has settled. */
  closeWriters(): void;
  /** Returns the pipe to the pool. Only after the engine's call has settled. */
  release(): void;
}

/** Pipes are made once, since Node cannot make one without starting a process. */
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

  /** Throws code 202 when every pipe is taken: a pipe outlives its statement while its answer waits to be read. */
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
