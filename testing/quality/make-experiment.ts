import type { ExperimentArm, ExperimentDeclaration } from '../../domain/quality/experiments/declaration.ts';
import type { RunFacts } from '../../domain/quality/experiments/run-facts.ts';
import type { CellResult } from '../../domain/quality/experiments/cell-result.ts';

/** The subject of the promoted judge of made runs. */
export const EXPERIMENT_JUDGE = '5c1f0a9be2d4';

const DIGEST = `sha256:${'d'.repeat(64)}`;

/** An arm of a judged run. */
export function makeArm(name: string, change: Partial<ExperimentArm> = {}): ExperimentArm {
  return {
    name,
    model: `${name}-model`,
    evaluator: 'judge.correctness',
    metric: 'correctness',
    basis: 'measured',
    ...change,
  };
}

/** A declaration over two models, by default of a shadow run at 0.05 without a margin. */
export function makeDeclaration(change: Partial<ExperimentDeclaration> = {}): ExperimentDeclaration {
  return {
    dataset_id: 'qds_00000000000000000000000001',
    dataset_version: 1,
    instrument: 'shadow_dual_run',
    arms: [makeArm('a'), makeArm('b')],
    pair: { baseline: 'a', candidate: 'b' },
    alpha: 0.05,
    margin: null,
    spend_ceiling_nano_usd: '1000000000',
    segment: null,
    ...change,
  };
}

/** The facts of a run over 100 items with one trusted judge. */
export function makeRunFacts(change: Partial<RunFacts> = {}): RunFacts {
  return {
    pinned_digest: DIGEST,
    scored_digest: DIGEST,
    items: 100,
    excluded_items: 0,
    judges: [{ judge_subject: EXPERIMENT_JUDGE, judge_model: 'gpt-5', is_trusted: true }],
    evaluation_costs: [],
    ...change,
  };
}

/** A passed cell that cost one nano-USD. */
export function makeCellResult(change: Partial<CellResult> = {}): CellResult {
  return {
    requestId: 'r0001',
    arm: 'a',
    segment: '',
    traceId: '',
    verdict: 'pass',
    reason: '',
    costNanoUsd: 1n,
    judgeSubject: EXPERIMENT_JUDGE,
    ...change,
  };
}

/** The numbers of items by what the arms `a` and `b` did. */
interface PairCounts {
  readonly both?: number;
  readonly onlyBaseline?: number;
  readonly onlyCandidate?: number;
  readonly neither?: number;
}

/** The cells of the arms `a` and `b` for items with these results, and with the same change to each cell. */
export function makePairedCells(
  { both = 0, onlyBaseline = 0, onlyCandidate = 0, neither = 0 }: PairCounts,
  change: Partial<CellResult> = {},
): CellResult[] {
  const results = [
    ...Array.from({ length: both }, () => ['pass', 'pass'] as const),
    ...Array.from({ length: onlyBaseline }, () => ['pass', 'fail'] as const),
    ...Array.from({ length: onlyCandidate }, () => ['fail', 'pass'] as const),
    ...Array.from({ length: neither }, () => ['fail', 'fail'] as const),
  ];
  return results.flatMap(([baseline, candidate], at) => {
    const requestId = `${change.segment ?? ''}r${String(at + 1).padStart(4, '0')}`;
    return [
      makeCellResult({ ...change, requestId, arm: 'a', verdict: baseline }),
      makeCellResult({ ...change, requestId, arm: 'b', verdict: candidate }),
    ];
  });
}
