import { expect, it } from 'vitest';
import { labelPairs, type AcceptedUnits } from '../../../../../domain/quality/routing-thresholds/label-pairs.ts';
import type { AnswerVerdicts, ShadowPair } from '../../../../../domain/quality/routing-thresholds/routed-pair.ts';
import { tunedRule } from '../../../../../testing/quality/fit-routed-pairs.ts';

const unit = (judge: string, threshold: number | null, tolerance = 0.1, hasPassed = true): AcceptedUnits[number] => ({
  ...{ judge_subject: judge, metric: 'safety', threshold, tolerance, gate_passed: hasPassed },
});

const byPerson = (human: 'pass' | 'fail'): AnswerVerdicts => ({ human, judges: [] });
const byJudge = (verdict: 'pass' | 'fail', certainty: number | null = 0.9, judgeSubject = 'j1'): AnswerVerdicts => ({
  ...{ human: null, judges: [{ judgeSubject, verdict, certainty }] },
});

/** A call whose own answer cost 100, and whose shadow cost 10. */
function pairOf(
  served: AnswerVerdicts | undefined,
  repeated: AnswerVerdicts | undefined,
  metric = 'safety',
): ShadowPair {
  const answer = (said: AnswerVerdicts | undefined, costNanoUsd: bigint) => ({
    costNanoUsd,
    verdicts: new Map(said === undefined ? [] : [[metric, said] as const]),
  });
  return {
    ...{ requestId: 'r1', admittedAtMs: 1, traceId: '', inputTokens: 100 },
    ...{ served: answer(served, 100n), repeated: answer(repeated, 10n) },
  };
}

function label(pairs: readonly ShadowPair[], units: AcceptedUnits = [], stated: string | null = null) {
  const labelled = labelPairs(pairs, units, tunedRule(), stated);
  if ('refusal' in labelled) return labelled.refusal;
  return labelled;
}

it('a majority of people decides before any judge', () => {
  const said = { human: 'pass', judges: [{ judgeSubject: 'j1', verdict: 'fail', certainty: 1 }] } as const;
  expect(label([pairOf(said, byPerson('fail'))], [unit('j1', 0.5)])).toEqual({
    metric: 'safety',
    pairs: [
      {
        ...{ requestId: 'r1', admittedAtMs: 1, traceId: '', inputTokens: 100 },
        ...{ isCheapPassed: false, isDearPassed: true, cheapNanoUsd: 10n, dearNanoUsd: 100n },
      },
    ],
    census: { pairs: 1, labelled: 1, by_people: 2, by_judges: 0 },
    judgeTolerance: null,
  });
});

it('with a minimum, the own answer is the cheap one', () => {
  const labelled = labelPairs([pairOf(byPerson('pass'), byPerson('fail'))], [], tunedRule('min_input_tokens'), null);
  expect(labelled).toMatchObject({ pairs: [{ isCheapPassed: true, isDearPassed: false, cheapNanoUsd: 100n }] });
});

it('verdicts of judges count if the active calibration accepts them', () => {
  const units = [unit('j1', 0.9), unit('j2', 0.5, 0.2), unit('j3', 0.5, 0.1, false), unit('j4', null)];
  const ok = byPerson('pass');
  const labelled = label([pairOf(ok, byJudge('pass', 0.9)), pairOf(byJudge('fail', 0.5, 'j2'), ok)], units);
  expect(labelled).toMatchObject({ census: { labelled: 2, by_people: 2, by_judges: 2 }, judgeTolerance: 0.2 });
  const others = [
    byJudge('pass', 0.89),
    byJudge('pass', null),
    byJudge('pass', 1, 'j3'),
    byJudge('pass', 1, 'j4'),
    byJudge('pass', 1, 'j9'),
  ];
  for (const said of others)
    expect(label([pairOf(ok, said)], units)).toMatchObject({ code: 'too_few_labelled_pairs', need: 1, have: 0 });
});

it('judges that disagree decide nothing', () => {
  const said = (other: 'pass' | 'fail'): AnswerVerdicts => ({
    human: null,
    judges: [
      { judgeSubject: 'j1', verdict: 'pass', certainty: 1 },
      { judgeSubject: 'j2', verdict: other, certainty: 1 },
    ],
  });
  const units = [unit('j1', 0.5), unit('j2', 0.5, 0.3)];
  expect(label([pairOf(byPerson('pass'), said('fail'))], units, 'safety')).toMatchObject({ pairs: [] });
  expect(label([pairOf(byPerson('pass'), said('pass'))], units)).toMatchObject({ judgeTolerance: 0.3 });
});

it('the metric must be stated if the pairs have several', () => {
  const ok = byPerson('pass');
  const pairs = [pairOf(ok, ok), pairOf(ok, ok, 'tone'), pairOf(ok, undefined, 'length')];
  expect(label(pairs)).toMatchObject({ code: 'several_metrics', need: 1, have: 2 });
  expect(label(pairs, [], 'tone')).toMatchObject({ metric: 'tone', census: { pairs: 3, labelled: 1 } });
});
