import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import { instantAfter } from '../instant-after.ts';
import { SEARCH_ATTRIBUTES } from '../search-attributes.ts';
import type { CallDisplay } from './make-calls.ts';

/** The progress of a run that makes paid calls, as last reported to its workflow. */
export interface PaidRunProgress {
  readonly state: string;
  /** The calls of the present stage: their number, and the number of those that have ended. */
  readonly calls: { readonly of: 'answers' | 'verdicts'; readonly ended: number; readonly wanted: number };
  /** The number of calls without a result, by reason code. */
  readonly failures: Readonly<Record<string, number>>;
  /** The spent share of the run's ceiling, in whole percent; null if unknown. */
  readonly spentPercent: number | null;
  /** The condition that the run waits for; empty if it only waits for its calls. */
  readonly waiting: string;
}

/** The shown progress of a run. */
export interface ShownProgress<Progress extends PaidRunProgress> {
  readonly progress: () => Progress;
  /** Shows a change in the UI and in search attributes. */
  readonly show: (change: Partial<Progress>) => void;
  /** The part of the display that the calls of the run report to. */
  readonly calls: CallDisplay;
}

/** Shows the progress of a run from its beginning. */
export function showProgress<Progress extends PaidRunProgress>(
  initial: Progress,
  parts: {
    /** The reasons for which operators find the run. Reasons are only added. */
    readonly codesOf: (progress: Progress) => readonly string[];
    readonly linesOf: (progress: Progress) => readonly string[];
  },
): ShownProgress<Progress> {
  let shown = initial;
  const show = (change: Partial<PaidRunProgress> | Partial<Progress>): void => {
    const next = { ...shown, ...change };
    // Each upsert adds an event to the history, so an unchanged state makes no upsert.
    if (next.state !== shown.state) upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.runState, value: next.state }]);
    const codes = [...parts.codesOf(next)];
    if (codes.length > parts.codesOf(shown).length)
      upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.failureCause, value: codes }]);
    shown = next;
    setCurrentDetails(parts.linesOf(next).join('\n'));
  };
  return {
    progress: () => shown,
    show,
    calls: {
      putOff: (connectionId, fault, waitMs) =>
        show({ waiting: `${fault} at ${connectionId}, until ${instantAfter(waitMs)}` }),
      busy: (connectionId) => show({ waiting: `other calls at ${connectionId}` }),
      ended: ({ code, spentPercent }) =>
        show({
          calls: { ...shown.calls, ended: shown.calls.ended + 1 },
          failures: code === '' ? shown.failures : { ...shown.failures, [code]: (shown.failures[code] ?? 0) + 1 },
          spentPercent: largerShare(shown.spentPercent, spentPercent),
          waiting: '',
        }),
    },
  };
}

/** The larger of two shares. Calls end in any order, and the spent amount never decreases. */
function largerShare(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}

/** The lines about failed calls, the spent share and the wait of a run; a line without content is omitted. */
export function callLines(
  runId: string,
  { failures, spentPercent, waiting }: PaidRunProgress,
  missing: 'a result' | 'a verdict',
): string[] {
  const failed = Object.entries(failures).map(([code, count]) => `${code} ${count}`);
  return [
    ...(failed.length > 0 ? [`- **Without ${missing}:** ${failed.join(', ')}`] : []),
    ...(spentPercent !== null ? [`- **Spent:** ${spentPercent} % of the ceiling of \`${runId}\``] : []),
    ...(waiting !== '' ? [`- **Waits:** ${waiting}`] : []),
  ];
}
