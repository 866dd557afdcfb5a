import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import type { ComparisonRunState } from '../../domain/comparisons/comparison-run.ts';
import type { CallStatus, ComparisonRunStatus, RunWork } from '../../domain/comparisons/run-work.ts';
import { instantAfter } from '../instant-after.ts';
import { SEARCH_ATTRIBUTES } from '../search-attributes.ts';

/** The progress of a comparison run, as last reported to its workflow. */
export interface ComparisonProgress {
  readonly state: ComparisonRunState;
  /** The requested answers or verdicts: their number, and the number of those that have ended. */
  readonly calls: { readonly of: 'answers' | 'verdicts'; readonly ended: number; readonly wanted: number };
  /** The number of calls without a result, by reason code. */
  readonly failures: Readonly<Record<string, number>>;
  /** The spent share of the run's ceiling, in whole percent; null if unknown. */
  readonly spentPercent: number | null;
  /** The condition that the run waits for; empty if it only waits for its calls. */
  readonly waiting: string;
}

/** The view of operators on a comparison run in progress. */
export interface ComparisonDisplay {
  progress(): ComparisonProgress;
  began(of: 'answers' | 'verdicts', work: RunWork, wanted: number): void;
  putOff(connectionId: string, fault: string, waitMs: number): void;
  busy(connectionId: string): void;
  ended(what: Extract<CallStatus, { kind: 'ended' }> | ComparisonRunStatus): void;
}

/** The display of a run that is queued. */
export function createComparisonDisplay(runId: string): ComparisonDisplay {
  let shown: ComparisonProgress = {
    state: 'queued',
    calls: { of: 'answers', ended: 0, wanted: 0 },
    failures: {},
    spentPercent: null,
    waiting: '',
  };
  const show = (change: Partial<ComparisonProgress>): void => {
    const next = { ...shown, ...change };
    // Each upsert adds an event to the history, so an unchanged state makes no upsert.
    if (next.state !== shown.state) upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.runState, value: next.state }]);
    const codes = Object.keys(next.failures);
    if (codes.length > Object.keys(shown.failures).length)
      upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.failureCause, value: codes }]);
    shown = next;
    setCurrentDetails(details(runId, next));
  };
  const callEnded = ({ code, spentPercent }: Extract<CallStatus, { kind: 'ended' }>): void =>
    show({
      calls: { ...shown.calls, ended: shown.calls.ended + 1 },
      failures: code === '' ? shown.failures : { ...shown.failures, [code]: (shown.failures[code] ?? 0) + 1 },
      spentPercent: most(shown.spentPercent, spentPercent),
      waiting: '',
    });
  return {
    progress: () => shown,
    began: (of, { state, calls, failures, spentPercent }, wanted) =>
      show({
        state,
        calls: { of, ended: wanted - calls.length, wanted },
        failures: { ...failures, ...shown.failures },
        spentPercent,
        waiting: '',
      }),
    putOff: (connectionId, fault, waitMs) =>
      show({ waiting: `${fault} at ${connectionId}, until ${instantAfter(waitMs)}` }),
    busy: (connectionId) => show({ waiting: `other calls at ${connectionId}` }),
    ended(what) {
      if ('kind' in what) callEnded(what);
      else show({ state: what.state, spentPercent: what.spentPercent, waiting: '' });
    },
  };
}

/** The larger of two shares. Calls end in any order, and the spent amount never decreases. */
function most(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}

function details(runId: string, { state, calls, failures, spentPercent, waiting }: ComparisonProgress): string {
  const failed = Object.entries(failures).map(([code, count]) => `${code} ${count}`);
  const lines = [`- **State:** ${state}`, `- **Calls:** ${calls.ended} of ${calls.wanted} ${calls.of}`];
  if (failed.length > 0) lines.push(`- **Without a result:** ${failed.join(', ')}`);
  if (spentPercent !== null) lines.push(`- **Spent:** ${spentPercent} % of the ceiling of \`${runId}\``);
  if (waiting !== '') lines.push(`- **Waits:** ${waiting}`);
  return lines.join('\n');
}
