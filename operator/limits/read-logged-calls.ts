import type { LoggedCall } from '../../domain/gateway/governance/logged-call.ts';
import type { EventLog } from '../../journal/source/event-source.ts';
import { LoggedCalls, type CallInLog, type KeyRotations } from '../../journal/lines/logged-calls.ts';
import { UsageFault } from '../../runtime/commands/usage-fault.ts';

/** The calls that were found in the log. */
export interface FoundCalls {
  /** The admitted calls, in order of their admission. */
  readonly calls: readonly LoggedCall[];
  /** The number of calls that limits refused then; their cost is unknown. */
  readonly refusedThen: number;
}

/** The range of the search for calls. */
export interface LoggedRange {
  readonly sinceMs: number;
  readonly maxCalls: number;
}

/**
 * Reads the calls that the gateway admitted since an instant. The source is the journal, because only it has the
 * callers and tags of the calls.
 *
 * @throws UsageFault if the journal has more than `maxCalls` calls
 */
export async function readLoggedCalls(
  logs: readonly EventLog[],
  { sinceMs, maxCalls }: LoggedRange,
  rotations: KeyRotations,
): Promise<FoundCalls> {
  const logged = new LoggedCalls(rotations);
  // A duplicate of a call changes nothing.
  const found = new Map<string, CallInLog>();
  const take = (call: CallInLog): void => {
    if (call.admittedMs < sinceMs || found.has(call.requestId)) return;
    found.set(call.requestId, call);
    if (found.size > maxCalls)
      throw new UsageFault(`The log has more than ${maxCalls} calls in this time. Lower --days, or raise --max-calls.`);
  };
  for (const log of logs) for await (const call of logged.read(await log.sources())) take(call);
  for (const call of logged.open) take({ ...call, tokens: undefined, nanos: undefined });
  const all = [...found.values()];
  return {
    calls: all.filter(({ end }) => end !== 'refused').sort((one, other) => one.admittedMs - other.admittedMs),
    refusedThen: all.filter(({ isOverLimit }) => isOverLimit).length,
  };
}
