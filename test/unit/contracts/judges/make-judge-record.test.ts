import { Value } from 'typebox/value';
import { expect, it } from 'vitest';
import { JudgeRecordSchema } from '../../../../contracts/judges/judge-record.ts';
import { subjectIdOf } from '../../../../contracts/judges/subject-id-of.ts';
import { makeJudgeRecord, type SubjectEvidence } from '../../../../contracts/judges/make-judge-record.ts';

const SETTINGS = { minKappa: 0.5, requireIaa: false, selectiveRisk: 0.05 };

/** 25 rows of each kind in agreement and the others against it: kappa is 0.5 where they are 12 and 13 of 100. */
const evidence = (agreeing: number, disagreeing: number, change: Partial<SubjectEvidence> = {}): SubjectEvidence => ({
  confusion: {
    bothPass: agreeing,
    onlyJudgePasses: disagreeing,
    onlyPeoplePass: disagreeing,
    bothFail: agreeing,
  },
  annotators: 1,
  labels: [{ ratings: [1, 0], items: 2 * (agreeing + disagreeing) }],
  swaps: [],
  goldRevision: 'r',
  levels: [],
  labelCount: 7,
  ...change,
});

const FLOORS = {
  judge_validation_min_n: 50,
  iaa_overlap_min_n: 30,
  swap_set_min_pairs: 30,
  judge_kappa_floor: 0.5,
  gold_set_iaa_floor: 0.5,
  swap_flip_ceiling: 0.1,
};

it('one row less than a floor refuses a judge and measures nothing; one more promotes it', () => {
  const confusion = { bothPass: 20, onlyJudgePasses: 5, onlyPeoplePass: 4, bothFail: 20 };
  const few = makeJudgeRecord(evidence(0, 0, { confusion }), SETTINGS);
  expect(few).toEqual({
    promoted: false,
    iaa: null,
    labels: 7,
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
    selective_risk: null,
  });
  const enough = makeJudgeRecord(evidence(20, 5), SETTINGS);
  expect(enough).toMatchObject({ promoted: true, kappa: 0.6, validated_n: 50, refusals: [], iaa: null });
  expect(enough.kappa_interval!.lower).toBeCloseTo(0.378, 3);
  for (const record of [few, enough]) expect([...Value.Errors(JudgeRecordSchema, record)]).toEqual([]);
});

it('a kappa of the floor meets it, and the floor can be raised', () => {
  expect(makeJudgeRecord(evidence(75, 25), SETTINGS)).toMatchObject({ promoted: true, kappa: 0.5 });
  const raised = makeJudgeRecord(evidence(75, 25), { ...SETTINGS, minKappa: 0.6 });
  expect(raised).toMatchObject({ promoted: false, kappa: 0.5, floors: { ...FLOORS, judge_kappa_floor: 0.6 } });
  expect(raised.refusals.map(({ floor, need, have }) => [floor, need, have])).toEqual([['JudgeKappaFloor', 0.6, 0.5]]);
});

it('what was measured as 0 is 0', () => {
  const swaps = [{ shownFirst: 'baseline', shownSwapped: 'baseline', trials: 30 }] as const;
  const record = makeJudgeRecord(evidence(25, 25, { swaps }), SETTINGS);
  expect(record).toMatchObject({ promoted: false, kappa: 0, swap_flip: 0 });
  expect([...Value.Errors(JudgeRecordSchema, record)]).toEqual([]);
});

it('says of a fit what it found, or why there is none', () => {
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

it('a subject is known by all of its coordinates', () => {
  const subject = { judge_id: 'j', model: 'm', prompt_sha: 'p', eval_ver: 'v', metric: 'safety', segment: '' };
  expect(subjectIdOf(subject)).toMatch(/^[0-9a-f]{12}$/);
  const others = Object.keys(subject).map((name) => subjectIdOf({ ...subject, [name]: 'other' }));
  expect(new Set([...others, subjectIdOf(subject)]).size).toBe(7);
});
