import type { FindLostCalls } from '../../analytics/gateway/lost-call-finder.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { LineWriter } from '../../journal/source/journal.ts';
import { createLostCallLines } from './create-lost-call-lines.ts';

export interface LostCallParts {
  readonly find: FindLostCalls;
  readonly writer: Pick<LineWriter, 'appendLines'>;
  readonly clock: Clock;
}

const HOUR_MS = 3_600_000;
/** A call lasts an hour at most, and its lines may wait to be loaded for the rest of a day. */
const LOST_MS = 24 * HOUR_MS;
/** Milliseconds after the admission of a call after which it is no longer checked. */
const LOOK_BACK_MS = 10 * LOST_MS;
/** The maximum number of calls that one search ends; the next one finds the rest. */
const MAX_CALLS = 10_000;

/**
 * Ends calls whose gateway process was killed before it could end them: a day after their admission, as `unknown`. The
 * same call always gives the same events, so that two workers do not end it twice. Resolves with the number of calls.
 */
export async function endLostCalls({ find, writer, clock }: LostCallParts, signal: AbortSignal): Promise<number> {
  const now = clock.now().getTime();
  const within = { from: new Date(now - LOOK_BACK_MS), to: new Date(now - LOST_MS), limit: MAX_CALLS };
  const lost = await find({ ...within, signal });
  if (lost.length > 0) await writer.appendLines(lost.flatMap((call) => createLostCallLines(call)));
  return lost.length;
}
