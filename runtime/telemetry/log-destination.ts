import { writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/**
 * The maximum number of bytes that wait for a slow reader: more than any burst of a healthy process, and little memory.
 */
const MAX_WAITING_BYTES = 1_048_576;
const RETRY_MS = 50;
const LINE_END = 0x0a;

/** The destination of a log's lines. */
export interface LogDestination extends DestinationStream {
  /** The number of lines that could not be written. */
  readonly lostLines: () => number;
}

/**
 * Opens a destination that writes complete lines to standard output, in order, and never throws or blocks. A line that
 * a full disk or a closed pipe refuses is lost and counted, and the next line is tried again. Lines for a slow reader
 * are buffered up to a limit. pino's own destination ends the process in the first case and blocks in the second.
 */
export function openStandardOutput(): LogDestination {
  // Access to the stream makes Node open it, and a pipe that Node has opened returns EAGAIN instead of blocking.
  const destination = createLogDestination((bytes, from) => writeSync(process.stdout.fd, bytes, from));
  process.once('exit', destination.flush);
  return destination;
}

/**
 * Creates the same destination for any `write` function. It writes bytes from an index on and returns the number of
 * written bytes, or throws as the operating system does.
 */
export function createLogDestination(
  write: (bytes: Uint8Array, from: number) => number,
): LogDestination & { readonly flush: () => void } {
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let retry: NodeJS.Timeout | undefined;
  /** True if the last write ended in the middle of a line. */
  let isTorn = false;
  let lost = 0;

  const flush = (): void => {
    clearTimeout(retry);
    retry = undefined;
    const bytes = Buffer.concat(waiting);
    let done = 0;
    try {
      if (isTorn && bytes.length > 0) write(Buffer.of(LINE_END), 0);
      isTorn = false;
      while (done < bytes.length) done += write(bytes, done);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') {
        retry = setTimeout(flush, RETRY_MS).unref();
      } else {
        lost += bytes.subarray(done).filter((byte) => byte === LINE_END).length;
        isTorn ||= done > 0 && bytes[done - 1] !== LINE_END;
        done = bytes.length;
      }
    }
    waiting = done < bytes.length ? [bytes.subarray(done)] : [];
    waitingBytes = bytes.length - done;
  };

  return {
    write(line) {
      const bytes = Buffer.from(line);
      if (waitingBytes + bytes.length > MAX_WAITING_BYTES) {
        lost += 1;
        return;
      }
      waiting.push(bytes);
      waitingBytes += bytes.length;
      if (retry === undefined) flush();
    },
    lostLines: () => lost,
    flush,
  };
}
