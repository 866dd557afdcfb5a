import type { Logger } from 'pino';

/** The structured log of the worker's parts: members first, then a sentence. */
export type WorkerLog = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;
