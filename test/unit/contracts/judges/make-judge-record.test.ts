import { Value } from 'typebox/value';
import { expect, it } from 'vitest';
import { JudgeRecordSchema } from '../../../../contracts/judges/judge-record.ts';
import { subjectIdOf } from '../../../../contracts/judges/subject-id-of.ts';
import { makeJudgeRecord, type SubjectEvidence } from '../../../../contracts/judges/make-judge-record.ts';
import { DEFAULT_SETTINGS, makeJudgeEvidence } from '../../../../testing/judges/make-judge-evidence.ts';

const SETTINGS = DEFAULT_SETTINGS;

/**
 * Evidence with half of the agreeing rows of each kind and the other rows in disagreement. For example, kappa is 0.5
 * with 12 and 13 disagreeing rows of 100.
 */
const evidence = (agreeing: number, disagreeing: number, change: Partial<SubjectEvidence> = {}): SubjectEvidence =>
  makeJudgeEvidence(
    {
      bothPass: agreeing,
      onlyJudgePasses: disagreeing,
      onlyPeoplePass: disagreeing,
      bothFail: agreeing,
      ...change.confusion,
    },
    { labels: [{ ratings: [1, 0], items: 2 * (agreeing + disagreeing) }], goldRevision: 'r', ...change },
  );

const FLOORS = {
  judge_validation_min_n: 50,
  iaa_overlap_min_n: 30,
  swap_set_min_pairs: 30,
  judge_coverage_floor: 0.8,
  judge_kappa_floor: 0.5,
  gold_set_iaa_floor: 0.5,
  swap_flip_ceiling: 0.1,
};

it('one row less than a floor refuses a judge without a measurement; one more promotes it', () => {
  const confusion = { bothPass: 20, onlyJudgePasses: 5, onlyPeoplePass: 4, bothFail: 20 };
  const few = makeJudgeRecord(evidence(0, 0, { confusion }), SETTINGS);
  expect(few).toEqual({
    promoted: false,
    iaa: null,
    labels: 7,
    coverage: { asked: 49, answered: 49, abstained: 0, failed: 0, split: 0, rate: 1 },
    gold_set: { rows: 0, people: 1, overlap: 0, tied: 0, abstained: 0, sources: ['outcomes'] },
    single_annotator: true,
    confusion: { both_pass: 20, only_judge_passes: 5, only_people_pass: 4, both_fail: 20 },
    floors_applied: ['JudgeValidationMinN'],
    floors: FLOORS,
    refusals: [
      {
        floor: 'JudgeValidationMinN',
        need: 50,
        have: 49,
        unit: 'rows',
        text: 'The judge judged 49 rows that people labelled; 50 are needed. Label more rows.',
      },
    ],
    missed: ['JudgeValidationMinN'],
    selective_risk: null,
  });
  const enough = makeJudgeRecord(evidence(20, 5), SETTINGS);
  expect(enough).toMatchObject({ promoted: true, kappa: 0.6, validated_n: 50, refusals: [], iaa: null });
  expect(enough.kappa_interval!.lower).toBeCloseTo(0.378, 3);
  for (const record of [few, enough]) expect([...Value.Errors(JudgeRecordSchema, record)]).toEqual([]);
});

it('a kappa at the floor meets it, and the floor can be raised', () => {
  expect(makeJudgeRecord(evidence(75, 25), SETTINGS)).toMatchObject({ promoted: true, kappa: 0.5 });
  const raised = makeJudgeRecord(evidence(75, 25), { ...SETTINGS, minKappa: 0.6 });
  expect(raised).toMatchObject({ promoted: false, kappa: 0.5, floors: { ...FLOORS, judge_kappa_floor: 0.6 } });
  expect(raised.refusals.map(({ floor, need, have }) => [floor, need, have])).toEqual([['JudgeKappaFloor', 0.6, 0.5]]);
});

it('a measured 0 stays 0', () => {
  const swaps = [{ shownFirst: 'baseline', shownSwapped: 'baseline', trials: 30 }] as const;
  const record = makeJudgeRecord(evidence(25, 25, { swaps }), SETTINGS);
  expect(record).toMatchObject({ promoted: false, kappa: 0, swap_flip: 0 });
  expect([...Value.Errors(JudgeRecordSchema, record)]).toEqual([]);
});

it('has the result of a fit, or the reason of its absence', () => {
  const sure = makeJudgeRecord(evidence(75, 25, { levels: [{ score: 1, agreed: 100, disagreed: 0 }] }), SETTINGS);
  expect(sure.selective_risk).toEqual({
    alpha: 0.05,
    confidence: '0.95',
    rows: 100,
    least_score: 1,
    accepted: 100,
    disagreed: 0,
  });
  const few = makeJudgeRecord(evidence(75, 25, { levels: [{ score: 1, agreed: 10, disagreed: 0 }] }), SETTINGS);
  expect(few.selective_risk).toEqual({ alpha: 0.05, confidence: '0.95', rows: 10, refusal_code: 'too_few_rows' });
  for (const record of [sure, few]) expect([...Value.Errors(JudgeRecordSchema, record)]).toEqual([]);
});

it('stores coverage, the labels of people, and both readings of swap trials', () => {
  const record = makeJudgeRecord(
    evidence(20, 5, {
      coverage: { answered: 60, abstained: 12, failed: 8, split: 15 },
      annotators: 2,
      labels: [
        { ratings: [2, 0], items: 20 },
        { ratings: [1, 1], items: 4 },
        { ratings: [0, 2], items: 16 },
        { ratings: [0, 1], items: 40 },
      ],
      labelsAbstained: 4,
      swaps: [
        { shownFirst: 'baseline', shownSwapped: 'baseline', trials: 34 },
        { shownFirst: 'baseline', shownSwapped: 'candidate', trials: 2 },
        { shownFirst: 'tie', shownSwapped: 'candidate', trials: 3 },
        { shownFirst: 'tie', shownSwapped: 'tie', trials: 1 },
      ],
    }),
    { ...SETTINGS, goldSources: ['outcomes', 'feedback'] },
  );
  expect(record).toMatchObject({
    coverage: { asked: 80, answered: 60, abstained: 12, failed: 8, split: 15, rate: 0.75 },
    gold_set: { rows: 80, people: 2, overlap: 40, tied: 4, abstained: 4, sources: ['outcomes', 'feedback'] },
    swap_flip: 0.05,
    swap_trials: { trials: 40, flips: 2, tied_once: 3, tied_twice: 1, flip_with_ties: 0.125 },
    missed: ['JudgeCoverageFloor'],
    refusals: [
      {
        floor: '',
        need: 0.8,
        have: 0.75,
        unit: 'share',
        text: expect.stringMatching(
          /^JudgeCoverageFloor: .* 60 of 80 .* a coverage of 0\.75; 0\.8 is needed\./,
        ) as string,
      },
    ],
  });
  expect([...Value.Errors(JudgeRecordSchema, record)]).toEqual([]);
});

it('a subject is identified by all of its coordinates', () => {
  const subject = { judge_id: 'j', model: 'm', prompt_sha: 'p', eval_ver: 'v', metric: 'safety', segment: '' };
  expect(subjectIdOf(subject)).toMatch(/^[0-9a-f]{12}$/);
  const others = Object.keys(subject).map((name) => subjectIdOf({ ...subject, [name]: 'other' }));
  expect(new Set([...others, subjectIdOf(subject)]).size).toBe(7);
});
