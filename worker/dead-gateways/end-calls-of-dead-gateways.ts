import type { Journal, LineWriter } from '../../journal/source/journal.ts';
import { LoggedCalls } from '../../journal/lines/logged-calls.ts';
import type { GatewayProcessStore } from '../../store/gateway/gateway-process-store.ts';
import { createLostCallLines } from './create-lost-call-lines.ts';
import { findWriterSegments, journalSources } from './find-writer-segments.ts';

export interface DeadProcessParts {
  readonly processes: Pick<GatewayProcessStore, 'findSilent' | 'end' | 'forget'>;
  readonly journal: Pick<Journal, 'logs'>;
  readonly writer: Pick<LineWriter, 'appendLines'>;
  readonly log: { warn(members: object, sentence: string): void };
}

/**
 * Milliseconds of silence after which a gateway counts as dead. A gateway sends a heartbeat every five seconds. After a
 * freeze of a minute, it continues and ends its calls itself.
 */
export const DEAD_AFTER_MS = 90_000;
/**
 * Milliseconds after which an unread journal counts as unreadable by this worker: it is in a stream, or on a machine
 * without a worker.
 */
const UNREADABLE_AFTER_MS = 600_000;
/** The members of an admission that its ending does not repeat. */
const UNSAID = { event: undefined, noted: undefined };
const FORGOTTEN_AFTER_MS = 172_800_000;

/**
 * Ends the calls that dead gateways left open, with an attempt whose price is unknown. A process whose journal cannot
 * be read from its beginning is checked again for ten minutes; after that, `endLostCalls` ends its calls a day after
 * their admission.
 * @returns the number of calls that were ended
 */
export async function endCallsOfDeadGateways({ processes, journal, writer, log }: DeadProcessParts): Promise<number> {
  await processes.forget(FORGOTTEN_AFTER_MS);
  const silent = await processes.findSilent(DEAD_AFTER_MS);
  if (silent.length === 0) return 0;
  const sources = await journalSources(journal);
  const unreadable = new Set(await processes.findSilent(UNREADABLE_AFTER_MS));
  let ended = 0;
  for (const process of silent) {
    const segments = findWriterSegments(process, sources);
    if (segments === undefined) {
      if (unreadable.has(process)) await giveUp(process, { processes, log });
      continue;
    }
    const logged = new LoggedCalls(new Map());
    for await (const _ of logged.read(segments));
    const lost = [...logged.open].map(({ admission }) =>
      createLostCallLines({ ...admission, ...UNSAID, streaming: admission.streaming === true }),
    );
    if (lost.length > 0) {
      await writer.appendLines(lost.flat());
      log.warn({ process, calls: lost.length }, 'a gateway died with calls in flight; they ended without a price');
    }
    // The lines of one call are always equal. If a worker dies before this, they are written again and count once.
    await processes.end(process);
    ended += lost.length;
  }
  return ended;
}

async function giveUp(process: string, { processes, log }: Pick<DeadProcessParts, 'processes' | 'log'>): Promise<void> {
  await processes.end(process);
  log.warn(
    { process },
    'a gateway died, and no worker reads its journal; its calls are ended a day after their admission',
  );
}
