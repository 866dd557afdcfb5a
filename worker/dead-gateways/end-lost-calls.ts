import type { FindLostCalls } from '../../analytics/gateway/lost-call-finder.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { LineWriter } from '../../journal/source/journal.ts';
import { linesOfLostCall } from './lines-of-lost-call.ts';

export interface LostCallParts {
  readonly find: FindLostCalls;
  readonly writer: Pick<LineWriter, 'appendLines'>;
  readonly clock: Clock;
}

const HOUR_MS = 3_600_000;
/** A call lasts an hour at most, and its lines may wait to be loaded for the rest of a day. */
const LOST_MS = 24 * HOUR_MS;
/** Milliseconds after which a call is no longer checked. */
const LOOK_BACK_MS = 10 * LOST_MS;
/** Endings of one look; what is left is found by the next one. */
const MAX_CALLS = 10_000;

/**
 * Ends calls of the gateway whose process was killed before it could: a day after they were let in, as `unknown`. Every
 * look makes the same events of the same calls, so that two workers end none twice. Resolves with how many there were.
 */
export async function endLostCalls({ find, writer, clock }: LostCallParts, signal: AbortSignal): Promise<number> {
  const now = clock.now().getTime();
  const within = { from: new Date(now - LOOK_BACK_MS), to: new Date(now - LOST_MS), limit: MAX_CALLS };
  const lost = await find({ ...within, signal });
  if (lost.length > 0) await writer.appendLines(lost.flatMap((call) => linesOfLostCall(call)));
  return lost.length;
}
