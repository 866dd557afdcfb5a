import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { FitOutcome, FittedContent } from '../../../../../domain/quality/calibration/fit-calibration.ts';
import type { LabelledRow } from '../../../../../domain/quality/labelled-row.ts';
import { findPublishedData } from '../../../../../testing/find-published-data.ts';
import { fitLabelledRows } from '../../../../../testing/quality/fit-labelled-rows.ts';
import { makeLabelledRows, ROWS_BEGIN_MS } from '../../../../../testing/quality/make-labelled-rows.ts';
import { createRandom } from '../../../../../testing/random.ts';

const contentOf = (outcome: FitOutcome): FittedContent => {
  if ('refusal' in outcome) throw new Error(outcome.refusal.text);
  return outcome.content;
};
const refusalOf = (outcome: FitOutcome): unknown => ('refusal' in outcome ? outcome.refusal.code : 'fitted');
const minute = (number: number): string => new Date(ROWS_BEGIN_MS + number * 60_000).toISOString();

describe('a fit', () => {
  it('states its window, its parts and its terms', () => {
    const { units, ...rest } = contentOf(fitLabelledRows(makeLabelledRows(400), { census: { ties: 3 } }));
    expect(rest).toEqual({
      workspace_id: 't_1',
      fingerprint: 'sha256:epoch',
      confidence: 0.9,
      min_n: 50,
      window: { from: minute(0), until: minute(399), arrival_high_water: '7' },
      census: { labelled: 400, ties: 3, uncertain: 0, duplicates: 0, not_fit_eligible: 0, is_capped: false },
      parts: {
        fit: { rows: 200, from: minute(0), until: minute(199) },
        calibration: { rows: 100, from: minute(200), until: minute(299) },
        holdout: { rows: 100, from: minute(300), until: minute(399) },
      },
    });
    expect(units.map(({ state, tolerance }) => [state, tolerance])).toEqual([['passed', 0.1]]);
  });

  it('splits the workspace and not each unit, and sorts its units', () => {
    const content = contentOf(
      fitLabelledRows(
        makeLabelledRows(800, (number) => ({
          metric: number % 3 === 0 ? 'safety' : 'correctness',
          segment: number % 2 === 0 ? '' : 'chat',
          // Only the newest half of the requests is judged by the second judge.
          judgeSubject: number < 400 ? 'aaaaaaaaaaaa' : 'bbbbbbbbbbbb',
        })),
      ),
    );
    expect(
      content.units.map(({ metric, segment, judge_subject: id, rows }) => [metric, segment, id[0], rows.fit]),
    ).toEqual([
      ['correctness', '', 'a', 133],
      ['correctness', '', 'b', 0],
      ['correctness', 'chat', 'a', 133],
      ['correctness', 'chat', 'b', 0],
      ['safety', '', 'a', 67],
      ['safety', '', 'b', 0],
      ['safety', 'chat', 'a', 67],
      ['safety', 'chat', 'b', 0],
    ]);
  });

  it('counts a request once, with the verdicts of several judges', () => {
    const rows = makeLabelledRows(400);
    const others = rows.map((row): LabelledRow => ({ ...row, judgeSubject: 'ffffffffffff', judge: 'pass' }));
    const { parts, units } = contentOf(fitLabelledRows([...rows, ...others]));
    expect([parts.fit.rows, parts.holdout.rows, units.map(({ state }) => state)]).toEqual([
      200,
      100,
      ['passed', 'failed'],
    ]);
  });

  it('applies the tolerance of a metric', () => {
    const rows = makeLabelledRows(400, (number) => ({ metric: number % 2 === 0 ? 'safety' : 'relevance' }));
    const { units } = contentOf(fitLabelledRows(rows, { terms: { tolerances: { safety: 0.01 } } }));
    expect(units.map(({ metric, tolerance }) => [metric, tolerance])).toEqual([
      ['relevance', 0.1],
      ['safety', 0.01],
    ]);
  });

  it('names a segment that no judge judged, and none beside a judge', () => {
    const rows = makeLabelledRows(800, (number) => ({
      segment: number % 2 === 0 ? 'judged' : 'unjudged',
      ...((number % 2 === 1 || number % 8 === 0) && { judgeSubject: '', judge: '' }),
    }));
    const { units } = contentOf(fitLabelledRows(rows));
    expect(units.map(({ segment, judge_subject: id, refusal }) => [segment, id, refusal?.code])).toEqual([
      ['judged', '0123456789ab', 'one_human_verdict'],
      ['unjudged', '', 'no_judge'],
    ]);
  });

  it('is the same for any order of its rows', () => {
    const random = createRandom(47);
    const rows = makeLabelledRows(600, (number) => ({
      traceId: number % 7 === 0 ? `t${number % 49}` : '',
      confidence: random.whole(0, 20) / 20,
      judge: random.pick(['pass', 'fail', 'abstained']),
      judgedModel: random.pick(['one', 'other']),
      segment: random.pick(['', 'chat']),
    }));
    const text = JSON.stringify(fitLabelledRows(rows));
    for (let shuffle = 0; shuffle < 5; shuffle += 1)
      expect(JSON.stringify(fitLabelledRows(random.shuffled(rows)))).toBe(text);
  });

  it('of 100,000 rows ends within seconds', () => {
    const random = createRandom(1);
    const rows = makeLabelledRows(100_000, () => ({ confidence: random.whole(0, 1_000_000) / 1_000_000 }));
    const began = performance.now();
    expect(contentOf(fitLabelledRows(rows)).units[0]?.state).toBe('passed');
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});

it('of 1,000 sets whose risk is just above the tolerance, at most 10 % and three standard errors pass', () => {
  const random = createRandom(20_260_101);
  let passed = 0;
  for (let set = 0; set < 1_000; set += 1) {
    const rows = makeLabelledRows(400, () => ({
      confidence: random.whole(1, 10) / 10,
      judge: 'pass',
      human: random.whole(1, 1_000) <= 101 ? 'fail' : 'pass',
    }));
    const [unit] = contentOf(fitLabelledRows(rows)).units;
    passed += unit?.state === 'passed' ? 1 : 0;
  }
  expect(passed).toBeLessThanOrEqual(1_000 * (0.1 + 3 * Math.sqrt((0.1 * 0.9) / 1_000)));
});

describe('a fit is refused', () => {
  it.each<[string, FitOutcome, string]>([
    [
      'without a confidence',
      fitLabelledRows(makeLabelledRows(400), { terms: { confidence: undefined } }),
      'no_confidence_configured',
    ],
    ['without a policy epoch', fitLabelledRows(makeLabelledRows(400), { fingerprint: '' }), 'no_fingerprint'],
    ['without labels', fitLabelledRows([]), 'no_labels'],
    ['with ties only', fitLabelledRows([], { census: { ties: 4 } }), 'no_labels'],
    [
      'with labels of imported or synthetic rows only',
      fitLabelledRows([], { census: { not_fit_eligible: 9 } }),
      'labels_not_fit_eligible',
    ],
    [
      'if a model answered in one part only',
      fitLabelledRows(makeLabelledRows(400, (number) => ({ judgedModel: number < 300 ? 'old' : 'new' }))),
      'arms_in_different_parts',
    ],
  ])('%s', (_, outcome, code) => {
    expect(refusalOf(outcome)).toBe(code);
  });

  it('with the models and their parts', () => {
    const rows = makeLabelledRows(400, (number) => ({ judgedModel: number < 200 ? 'old' : 'new' }));
    expect(fitLabelledRows(rows)).toEqual({
      refusal: {
        code: 'arms_in_different_parts',
        text: 'Sorted by time, the answers of old (only in the first half) lie in one part of the split, so the parts compare models and not thresholds. Label answers of each model over the whole window, or fit a window with the same models throughout.',
        need: 2,
        have: 1,
      },
    });
  });

  it('but not for a model with a single trace, or for unknown models', () => {
    const rows = makeLabelledRows(400, (number) => ({
      judgedModel: number === 399 ? 'rare' : '',
    }));
    expect(refusalOf(fitLabelledRows(rows))).toBe('fitted');
    const traced = makeLabelledRows(400, (number) => ({
      ...(number >= 397 && { judgedModel: 'rare', traceId: 'one' }),
    }));
    expect(refusalOf(fitLabelledRows(traced))).toBe('fitted');
  });
});

interface Judgement {
  readonly question_id: number;
  readonly model: string;
  readonly turn: number;
  readonly score: number;
  readonly tstamp: number;
}

// RouteLLM, lm-sys/RouteLLM 0b64fda, Apache-2.0: 320 scores of MT-Bench answers with their times.
const published = findPublishedData('MT-Bench judgements of RouteLLM', 'routellm-mt-bench', 'judgements.jsonl');

it.skipIf(!published.isPresent)('MT-Bench sorted by time is refused, because its arms lie in different parts', () => {
  const judgements = readFileSync(published.path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Judgement);
  expect(judgements).toHaveLength(320);
  const rows = judgements.map(({ question_id: question, model, turn, score, tstamp }, number) => ({
    ...makeLabelledRows(1)[0]!,
    requestId: `${model}-${question}-${turn}-${number}`,
    admittedAtMs: Math.round(tstamp * 1_000),
    judgedModel: model,
    confidence: score / 10,
    judge: 'pass' as const,
    human: score >= 8 ? ('pass' as const) : ('fail' as const),
  }));
  expect(refusalOf(fitLabelledRows(rows))).toBe('arms_in_different_parts');
});
