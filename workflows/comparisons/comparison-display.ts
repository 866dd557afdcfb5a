import type { ComparisonRunState } from '../../domain/comparisons/comparison-run.ts';
import type { ComparisonRunStatus, RunWork } from '../../domain/comparisons/run-work.ts';
import { callLines, showProgress, type PaidRunProgress } from './paid-run-progress.ts';
import type { CallDisplay } from './make-calls.ts';

/** The progress of a comparison run, as last reported to its workflow. */
export interface ComparisonProgress extends PaidRunProgress {
  readonly state: ComparisonRunState;
}

/** The view of operators on a comparison run in progress. */
export interface ComparisonDisplay {
  readonly calls: CallDisplay;
  progress(): ComparisonProgress;
  began(of: 'answers' | 'verdicts', work: RunWork, wanted: number): void;
  over(end: ComparisonRunStatus): void;
}

/** The display of a run that is queued. */
export function createComparisonDisplay(runId: string): ComparisonDisplay {
  const initial: ComparisonProgress = {
    state: 'queued',
    calls: { of: 'answers', ended: 0, wanted: 0 },
    failures: {},
    spentPercent: null,
    waiting: '',
  };
  const { progress, show, calls } = showProgress(initial, {
    codesOf: ({ failures }) => Object.keys(failures),
    linesOf: (shown) => linesOf(runId, shown),
  });
  return {
    calls,
    progress,
    began: (of, work, wanted) =>
      show({
        state: work.state,
        calls: { of, ended: wanted - work.calls.length, wanted },
        failures: { ...work.failures, ...progress().failures },
        spentPercent: work.spentPercent,
        waiting: '',
      }),
    over: ({ state, spentPercent }) => show({ state, spentPercent, waiting: '' }),
  };
}

function linesOf(runId: string, progress: ComparisonProgress): string[] {
  const { state, calls } = progress;
  return [
    `- **State:** ${state}`,
    `- **Calls:** ${calls.ended} of ${calls.wanted} ${calls.of}`,
    ...callLines(runId, progress, 'a result'),
  ];
}
