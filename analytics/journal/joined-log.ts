import type { EventLog } from './event-source.ts';

/** Several logs as one: the sources of each, in the given order. */
export function joinLogs(...logs: readonly EventLog[]): EventLog {
  return { sources: async () => (await Promise.all(logs.map((log) => log.sources()))).flat() };
}
