import type { CallWindow } from '../call-window.ts';
import { isInWindow } from '../call-window.ts';
import type { LoggedCall } from '../logged-call.ts';
import { Activity } from './activity.ts';
import type { CallFacts } from './call-facts.ts';
import { CALL_STATUSES } from './call-statuses.ts';
import { isUnbounded, type GroupKey } from './group-keys.ts';
import { GroupTable } from './group-table.ts';

/** Counts calls in groups. */
export class CallCounter {
  readonly tables: ReadonlyMap<GroupKey, GroupTable>;
  readonly activity = new Activity();
  readonly window: CallWindow;
  readonly #facts: CallFacts = {
    ...{ admittedMs: 0, status: 0, inputTokens: 0, outputTokens: 0, cachedTokens: 0, knownNanos: 0, latencyMs: 0 },
    ...{ isUnpriced: false, isPending: false, isCostEstimate: false, isCacheHit: false },
  };

  readonly #trace: Buffer | undefined;

  /** @param traceId the trace whose calls are counted; all calls if it is absent */
  constructor(keys: readonly GroupKey[], window: CallWindow, traceId?: string) {
    this.#trace = traceId === undefined ? undefined : Buffer.from(traceId);
    this.tables = new Map(keys.map((key) => [key, new GroupTable(!isUnbounded(key))]));
    this.window = window;
  }

  /** True if these bytes are the counted trace, or all calls are counted. */
  isTrace(bytes: Uint8Array, start: number, end: number): boolean {
    const trace = this.#trace;
    if (trace === undefined) return true;
    return trace.length === end - start && trace.compare(bytes, start, end) === 0;
  }

  /** Counts a call if it is in the window and of the counted trace. */
  add(call: LoggedCall): void {
    if (!isInWindow(this.window, call.admittedMs)) return;
    const trace = Buffer.from(call.traceId ?? '');
    if (!this.isTrace(trace, 0, trace.length)) return;
    const facts = this.#facts;
    facts.admittedMs = call.admittedMs;
    facts.status = CALL_STATUSES.indexOf(call.status);
    facts.inputTokens = call.inputTokens ?? -1;
    facts.outputTokens = call.outputTokens ?? -1;
    facts.cachedTokens = call.cachedTokens ?? -1;
    facts.knownNanos = call.knownNanos;
    facts.isUnpriced = call.costUnknown === 'unpriced';
    facts.isPending = call.costUnknown === 'pending';
    facts.isCostEstimate = call.isCostEstimate;
    facts.isCacheHit = call.cacheStatus === 'hit';
    facts.latencyMs = call.latencyMs ?? -1;
    this.activity.add(call.admittedMs);
    for (const [key, table] of this.tables) {
      const bytes = Buffer.from(keyOf(call, key) ?? '');
      table.add(table.groupOf(bytes, 0, bytes.length), facts);
    }
  }
}

/** The group of a call; undefined if it states none. */
function keyOf(call: LoggedCall, key: GroupKey): string | undefined {
  if (key === 'model') return call.model;
  if (key === 'trace') return call.traceId;
  if (key === 'agent') return call.agent;
  return key === 'tool' ? call.tool : call.stepClass;
}
