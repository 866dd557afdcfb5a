import { describe, expect, it } from 'vitest';
import type { CellResult } from '../../../../../domain/quality/experiments/cell-result.ts';
import { compareArms } from '../../../../../domain/quality/experiments/compare-arms.ts';
import type { ExperimentDeclaration } from '../../../../../domain/quality/experiments/declaration.ts';
import type { EvalComparison } from '../../../../../domain/quality/experiments/eval-comparison.ts';
import { measureArms } from '../../../../../domain/quality/experiments/measure-arms.ts';
import type { RunFacts } from '../../../../../domain/quality/experiments/run-facts.ts';
import {
  EXPERIMENT_JUDGE,
  makeArm,
  makeCellResult,
  makeDeclaration,
  makePairedCells,
  makeRunFacts,
} from '../../../../../testing/quality/make-experiment.ts';

const PAIR = { baseline: 'a', candidate: 'b' };

function compared(
  cells: readonly CellResult[],
  declared: Partial<ExperimentDeclaration> = {},
  facts: Partial<RunFacts> = {},
): EvalComparison {
  return compareArms(measureArms({ declaration: makeDeclaration(declared), facts: makeRunFacts(facts), cells }, PAIR));
}

/** Cells whose cost differs between the arms. */
const costing = (cells: readonly CellResult[], baseline: bigint | null, candidate: bigint | null): CellResult[] =>
  cells.map((cell) => ({ ...cell, costNanoUsd: cell.arm === 'a' ? baseline : candidate }));

describe('the verdict of two arms', () => {
  it.each([
    [16, 10.30592, 'ON_FRONTIER'],
    [17, 43.80017, 'BEAT'],
  ] as const)('of %i wins of 20 discordant pairs, e = %d, is %s', (wins, e, verdict) => {
    const { e_value: eValue, ...comparison } = compared(
      makePairedCells({ both: 30, onlyCandidate: wins, onlyBaseline: 20 - wins }),
    );
    expect(eValue).toBeCloseTo(e, 5);
    expect(comparison).toMatchObject({
      ...{ verdict, n_pairs: 50, unpaired: 0, judge_refusals: 0, discordant: 20, candidate_wins: wins, refusal: null },
      ...{ alpha: 0.05, margin: null, metric: 'correctness' },
    });
    expect(comparison.delta).toBeCloseTo((2 * wins - 20) / 50, 12);
  });

  it('is not BEAT for any other instrument, and names it', () => {
    const cells = makePairedCells({ both: 30, onlyCandidate: 20 });
    for (const instrument of ['judged_dataset_run', 'replay'] as const) {
      const { verdict, verdict_reason: reason } = compared(cells, { instrument });
      expect([verdict, reason]).toEqual([
        'ON_FRONTIER',
        `The candidate is on the frontier of cost and quality. The candidate wins 20 of 20 discordant traces: e-value 49930, required 20. \`${instrument}\` reaches at most ON_FRONTIER; only \`shadow_dual_run\` can give BEAT.`,
      ]);
    }
  });

  it('is NOT_BEAT where the baseline wins', () => {
    const { verdict, verdict_reason: reason } = compared(
      makePairedCells({ both: 30, onlyBaseline: 17, onlyCandidate: 3 }),
    );
    expect([verdict, reason]).toEqual([
      'NOT_BEAT',
      'The baseline wins 17 of 20 discordant traces: e-value 43.8, required 20.',
    ]);
  });

  it('is ON_FRONTIER for a cheaper arm of equal quality, and NOT_BEAT for a dearer one', () => {
    const cells = makePairedCells({ both: 30, neither: 10 });
    expect(compared(costing(cells, 2n, 1n)).verdict).toBe('ON_FRONTIER');
    const dearer = compared(costing(cells, 1n, 2n));
    expect(dearer).toMatchObject({ verdict: 'NOT_BEAT', delta: 0, interval: null, e_value: 1 });
    expect(dearer.verdict_reason).toBe(
      'An advantage in quality is not shown: 0 of 0 discordant traces, e-value 1, required 20. The candidate is not shown to be on the frontier. It is on the frontier in 0 % of resamples: another arm is at least as good and not dearer.',
    );
  });

  it('needs the lower bound of the sequence above a margin', () => {
    const cells = makePairedCells({ both: 10, onlyCandidate: 90 });
    const within = compared(cells, { margin: 0.5 });
    expect(within.verdict).toBe('BEAT');
    expect(within.sequence?.low).toBeGreaterThan(0.5);
    const beyond = compared(cells, { margin: 0.89 });
    expect(beyond.verdict).toBe('ON_FRONTIER');
    const below = compared(makePairedCells({ both: 100 }), { margin: 0.5 });
    expect(below.verdict).toBe('NOT_BEAT');
    expect(below.sequence?.high).toBeLessThan(0.5);
  });

  it('counts a trace once', () => {
    const oneTrace = compared(makePairedCells({ both: 30, onlyCandidate: 20 }, { traceId: 't1' }));
    expect(oneTrace).toMatchObject({ n_pairs: 50, discordant: 1, candidate_wins: 1, e_value: 1, interval: null });
    expect(oneTrace.verdict).toBe('ON_FRONTIER');
  });

  it('does not depend on the order of the cells', () => {
    const cells = makePairedCells({ both: 9, onlyCandidate: 7, onlyBaseline: 4, neither: 5 });
    const shuffled = cells.toSorted((one, other) => (one.requestId + one.arm > other.requestId + other.arm ? -1 : 1));
    const evidence = { declaration: makeDeclaration(), facts: makeRunFacts() };
    expect(JSON.stringify(measureArms({ ...evidence, cells: shuffled }, PAIR))).toBe(
      JSON.stringify(measureArms({ ...evidence, cells }, PAIR)),
    );
  });
});

describe('arms that cannot be subtracted', () => {
  const cells = makePairedCells({ both: 3, onlyCandidate: 2 });
  const one = (at: number, change: Partial<CellResult>): CellResult[] =>
    cells.map((cell, index) => (index === at ? { ...cell, ...change } : cell));
  const unscored = (reason: string) => ({ verdict: 'unscored' as const, reason, costNanoUsd: null, judgeSubject: '' });

  it.each<[string, () => EvalComparison, number, number]>([
    ['dataset_version_differs', () => compared(cells, {}, { scored_digest: 'sha256:other' }), 1, 2],
    ['uncaptured', () => compared(cells.map((cell) => ({ ...cell, ...unscored('uncaptured') }))), 5, 0],
    ['judge_not_trusted', () => compared(cells, {}, { judges: [] }), 1, 0],
    [
      'judge_not_trusted',
      () => {
        const arms = ['a', 'b'].map((name) => makeArm(name, { evaluator: 'external.reported', basis: 'reported' }));
        return compared(
          cells.map((cell) => ({ ...cell, judgeSubject: '' })),
          { arms },
        );
      },
      1,
      0,
    ],
    ['same_family_judge', () => compared(cells, { arms: [makeArm('a'), makeArm('b', { model: 'gpt-5-mini' })] }), 1, 0],
    [
      'judge_version_differs',
      () => {
        const other = { judge_subject: 'ffffffffffff', judge_model: 'gpt-5', is_trusted: true };
        const judges = [...makeRunFacts().judges, other];
        return compared(one(1, { judgeSubject: 'ffffffffffff' }), {}, { judges });
      },
      1,
      2,
    ],
    ['spend_ceiling_reached', () => compared(one(9, unscored('spend_ceiling_reached'))), 5, 4],
    ['unpaired_items', () => compared(cells.slice(0, -1)), 5, 4],
    ['unpaired_items', () => compared(one(9, unscored('no_answer'))), 5, 4],
    ['no_pairs', () => compared([]), 1, 0],
    ['unpriced_arm', () => compared(one(9, { costNanoUsd: null })), 5, 4],
  ])('have a null delta: %s', (code, made, need, have) => {
    const comparison = made();
    expect(comparison).toMatchObject({
      ...{ verdict: 'CANNOT_MEASURE', delta: null, interval: null, sequence: null, e_value: null },
      refusal: { code, need, have },
    });
    expect(Object.keys(comparison)).toContain('delta');
    expect(comparison.verdict_reason).toBe(comparison.refusal?.text);
  });

  it('are no items that both arms left out, and no items without a verdict of the judge', () => {
    const left = ['a', 'b'].map((arm) => makeCellResult({ requestId: 'x1', arm, ...unscored('uncaptured') }));
    const abstained = [
      makeCellResult({ requestId: 'x2', arm: 'a', verdict: 'abstained' }),
      makeCellResult({ requestId: 'x2', arm: 'b' }),
    ];
    const excluded = [
      makeCellResult({ requestId: 'x3', arm: 'a', ...unscored('excluded') }),
      makeCellResult({ requestId: 'x3', arm: 'b' }),
    ];
    expect(compared([...cells, ...left, ...abstained, ...excluded])).toMatchObject({
      ...{ n_pairs: 5, unpaired: 0, judge_refusals: 1, refusal: null },
    });
  });

  it('may have a judge for each evaluator, and one subject in each segment', () => {
    const judges = ['111111111111', EXPERIMENT_JUDGE].map((subject) => ({
      ...{ judge_subject: subject, judge_model: 'gpt-5', is_trusted: true },
    }));
    const bySegment = [
      ...makePairedCells({ both: 2 }, { segment: 'chat' }),
      ...makePairedCells({ both: 2 }, { segment: 'code', judgeSubject: '111111111111' }),
    ];
    expect(compared(bySegment, {}, { judges }).refusal).toBeNull();
    const arms = [makeArm('a'), makeArm('b', { evaluator: 'check.correctness' })];
    const checked = cells.map((cell) => (cell.arm === 'b' ? { ...cell, judgeSubject: '' } : cell));
    expect(compared(checked, { arms, instrument: 'judged_dataset_run' }).refusal).toBeNull();
  });
});

describe('the places of arms', () => {
  it('have a third arm, and an unpriced one off the frontier without a cost', () => {
    const cells = [
      ...costing(makePairedCells({ both: 30, neither: 10 }), 2n, 1n),
      ...makePairedCells({ both: 40 }).map((cell) => ({ ...cell, arm: cell.arm === 'a' ? 'c' : 'd' })),
    ];
    const priced = cells.map((cell) => (cell.arm === 'c' ? { ...cell, costNanoUsd: null } : cell));
    const arms = ['a', 'b', 'c', 'd'].map((name) => makeArm(name));
    const declaration = makeDeclaration({ arms });
    const { pareto } = measureArms({ declaration, facts: makeRunFacts(), cells: priced.slice(0, -1) }, PAIR);
    expect(pareto).toEqual([
      {
        ...{ arm: 'a', quality: 0.75, cost: { usd: '0.00000008', estimated: false, unpriced: false } },
        ...{ on_frontier: false, probability: 0 },
        reason: 'It is on the frontier in 0 % of resamples: another arm is at least as good and not dearer.',
      },
      {
        ...{ arm: 'b', quality: 0.75, cost: { usd: '0.00000004', estimated: false, unpriced: false } },
        ...{ on_frontier: true, probability: 1, reason: '' },
      },
      {
        ...{ arm: 'c', quality: 1, cost: { usd: null, estimated: false, unpriced: true } },
        ...{ on_frontier: false, probability: null },
        reason: 'The price of an answer is unknown, and an unknown price is not 0.',
      },
      {
        ...{ arm: 'd', quality: 1, cost: { usd: '0.000000039', estimated: false, unpriced: false } },
        ...{ on_frontier: null, probability: null, reason: 'The arm has a score for 39 of the 40 compared items.' },
      },
    ]);
  });
});
