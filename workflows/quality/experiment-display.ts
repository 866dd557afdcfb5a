import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import type { CallStatus } from '../../domain/comparisons/run-work.ts';
import type { ExperimentRunStatus } from '../../domain/quality/experiments/experiment-run-statuses.ts';
import type {
  ExperimentEnd,
  ExperimentStatus,
  ExperimentWork,
} from '../../domain/quality/experiment-runs/experiment-work.ts';
import { instantAfter } from '../instant-after.ts';
import { SEARCH_ATTRIBUTES } from '../search-attributes.ts';

/** The progress of a run of an experiment, as last reported to its workflow. */
export interface ExperimentProgress {
  readonly state: ExperimentRunStatus;
  /** The number of cells, and of those that have ended. */
  readonly cells: { readonly ended: number; readonly all: number };
  /** The calls of the present page and stage: their number, and the number of those that have ended. */
  readonly calls: { readonly of: 'answers' | 'verdicts'; readonly ended: number; readonly wanted: number };
  /** The number of calls whose cell has no verdict, by reason code. */
  readonly failures: Readonly<Record<string, number>>;
  /** The spent share of the run's ceiling, in whole percent; null if unknown. */
  readonly spentPercent: number | null;
  /** The condition that the run waits for; empty if it only waits for its calls. */
  readonly waiting: string;
  /** The code of the refusal; empty unless refused. */
  readonly code: string;
  /** The word of the verdict; empty until the run is complete. */
  readonly verdict: string;
}

/** The view of operators on a run in progress. */
export interface ExperimentDisplay {
  progress(): ExperimentProgress;
  began(of: 'answers' | 'verdicts', work: ExperimentWork): void;
  putOff(connectionId: string, fault: string, waitMs: number): void;
  busy(connectionId: string): void;
  ended(status: Extract<CallStatus, { kind: 'ended' }>): void;
  over(end: ExperimentEnd): void;
}

/** The display of a run that has not begun. */
export function createExperimentDisplay(runId: string): ExperimentDisplay {
  let shown: ExperimentProgress = {
    state: 'running',
    cells: { ended: 0, all: 0 },
    calls: { of: 'answers', ended: 0, wanted: 0 },
    failures: {},
    spentPercent: null,
    waiting: '',
    code: '',
    verdict: '',
  };
  const show = (change: Partial<ExperimentProgress>): void => {
    const next = { ...shown, ...change };
    // Each upsert adds an event to the history, so an unchanged state makes no upsert.
    if (next.state !== shown.state) upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.runState, value: next.state }]);
    const codes = [...Object.keys(next.failures), ...(next.code === '' ? [] : [next.code])];
    if (codes.length > Object.keys(shown.failures).length + (shown.code === '' ? 0 : 1))
      upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.failureCause, value: codes }]);
    shown = next;
    setCurrentDetails(details(runId, next));
  };
  const counts = ({ cells, endedCells, spentPercent }: ExperimentStatus) => ({
    cells: { ended: endedCells, all: cells },
    spentPercent,
    waiting: '',
  });
  return {
    progress: () => shown,
    began: (of, work) => show({ ...counts(work), calls: { of, ended: 0, wanted: work.calls.length } }),
    putOff: (connectionId, fault, waitMs) =>
      show({ waiting: `${fault} at ${connectionId}, until ${instantAfter(waitMs)}` }),
    busy: (connectionId) => show({ waiting: `other calls at ${connectionId}` }),
    ended: ({ code, spentPercent }) =>
      show({
        calls: { ...shown.calls, ended: shown.calls.ended + 1 },
        failures: code === '' ? shown.failures : { ...shown.failures, [code]: (shown.failures[code] ?? 0) + 1 },
        spentPercent: spentPercent === null ? shown.spentPercent : Math.max(spentPercent, shown.spentPercent ?? 0),
        waiting: '',
      }),
    over: (end) => show({ ...counts(end), state: end.state, code: end.code, verdict: end.verdict }),
  };
}

function details(runId: string, progress: ExperimentProgress): string {
  const { state, cells, calls, failures, spentPercent, waiting, code, verdict } = progress;
  const failed = Object.entries(failures).map(([reason, count]) => `${reason} ${count}`);
  const lines = [
    `- **State:** ${state}${code === '' ? '' : ` (${code})`}`,
    `- **Cells:** ${cells.ended} of ${cells.all} ended`,
  ];
  if (state === 'running') lines.push(`- **Calls of this page:** ${calls.ended} of ${calls.wanted} ${calls.of}`);
  if (failed.length > 0) lines.push(`- **Without a verdict:** ${failed.join(', ')}`);
  if (spentPercent !== null) lines.push(`- **Spent:** ${spentPercent} % of the ceiling of \`${runId}\``);
  if (waiting !== '') lines.push(`- **Waits:** ${waiting}`);
  if (verdict !== '') lines.push(`- **Verdict:** ${verdict}`);
  return lines.join('\n');
}
