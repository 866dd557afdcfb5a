import { dirname, extname, join } from 'node:path';
import { FairWorker } from '../../../runtime/fair-worker.ts';
import type { BodyReadOrder } from '../../body/large-body-reader.ts';
import type { GatewayError } from '../../call/gateway-error.ts';
import type { RequestFacts } from '../../request/read-call.ts';

/** The longest that a thread may read one body, in milliseconds. The largest body takes a second. */
const READING_MS = 30_000;
/** The memory limits of a thread; the largest body takes 200 MiB. */
const READING_MEMORY = { maxOldGenerationSizeMb: 320, maxYoungGenerationSizeMb: 32 };

export type ReadingThreads = FairWorker<BodyReadOrder, RequestFacts | GatewayError>;

/**
 * The threads that read large bodies.
 * @param main the main file of the process. The program of the threads is in a folder next to it, both in the sources
 *   and in the bundle
 */
export function openReadingThreads(main: string): ReadingThreads {
  return new FairWorker({
    program: join(dirname(main), 'body', `read-in-thread${extname(main)}`),
    threads: 2,
    maxMs: READING_MS,
    memory: READING_MEMORY,
  });
}
