import type { ExperimentRunStatus } from '../../domain/quality/experiments/experiment-run-statuses.ts';
import type {
  ExperimentEnd,
  ExperimentStatus,
  ExperimentWork,
} from '../../domain/quality/experiment-runs/experiment-work.ts';
import { callLines, showProgress, type PaidRunProgress } from '../comparisons/paid-run-progress.ts';
import type { CallDisplay } from '../comparisons/make-calls.ts';

/**
 * The progress of a run of an experiment, as last reported to its workflow. Its calls are those of the present page.
 */
export interface ExperimentProgress extends PaidRunProgress {
  readonly state: ExperimentRunStatus;
  /** The number of cells, and of those that have ended. */
  readonly cells: { readonly ended: number; readonly all: number };
  /** The code of the refusal; empty unless refused. */
  readonly code: string;
  /** The word of the verdict; empty until the run is complete. */
  readonly verdict: string;
}

/** The view of operators on a run in progress. */
export interface ExperimentDisplay {
  readonly calls: CallDisplay;
  progress(): ExperimentProgress;
  began(of: 'answers' | 'verdicts', work: ExperimentWork): void;
  over(end: ExperimentEnd): void;
}

/** The display of a run that has not begun. */
export function createExperimentDisplay(runId: string): ExperimentDisplay {
  const initial: ExperimentProgress = {
    state: 'running',
    cells: { ended: 0, all: 0 },
    calls: { of: 'answers', ended: 0, wanted: 0 },
    failures: {},
    spentPercent: null,
    waiting: '',
    code: '',
    verdict: '',
  };
  const { progress, show, calls } = showProgress(initial, {
    codesOf: ({ failures, code }) => [...Object.keys(failures), ...(code === '' ? [] : [code])],
    linesOf: (shown) => linesOf(runId, shown),
  });
  const counts = ({ cells, endedCells, spentPercent }: ExperimentStatus) => ({
    cells: { ended: endedCells, all: cells },
    spentPercent,
    waiting: '',
  });
  return {
    calls,
    progress,
    began: (of, work) => show({ ...counts(work), calls: { of, ended: 0, wanted: work.calls.length } }),
    over: (end) => show({ ...counts(end), state: end.state, code: end.code, verdict: end.verdict }),
  };
}

function linesOf(runId: string, progress: ExperimentProgress): string[] {
  const { state, cells, calls, code, verdict } = progress;
  return [
    `- **State:** ${state}${code === '' ? '' : ` (${code})`}`,
    `- **Cells:** ${cells.ended} of ${cells.all} ended`,
    ...(state === 'running' ? [`- **Calls of this page:** ${calls.ended} of ${calls.wanted} ${calls.of}`] : []),
    ...callLines(runId, progress, 'a verdict'),
    ...(verdict === '' ? [] : [`- **Verdict:** ${verdict}`]),
  ];
}
