import { expect, it } from 'vitest';
import { subjectEvidence, type LabelledRows } from '../../../../analytics/judges/subject-evidence.ts';

const row = (of: Partial<LabelledRows>): LabelledRows => ({
  passes: 1,
  fails: 0,
  unsaid: 0,
  word: 'pass',
  split: false,
  certainty: null,
  rows: 1,
  people: ['ada'],
  one_hash: '0',
  other_hash: '0',
  ...of,
});

it('compares a judge with the majority of people, and counts ties as agreement only among people', () => {
  const evidence = subjectEvidence([
    row({ rows: 40 }),
    row({ passes: 2, fails: 1, rows: 3, people: ['ada', 'grace'] }),
    row({ passes: 0, fails: 1, rows: 5 }),
    row({ word: 'fail', rows: 7 }),
    row({ passes: 1, fails: 2, word: 'fail', rows: 11 }),
    row({ passes: 1, fails: 1, rows: 100, people: ['joan'] }),
  ]);
  expect(evidence.confusion).toEqual({ bothPass: 43, onlyJudgePasses: 5, onlyPeoplePass: 7, bothFail: 11 });
  expect(evidence.coverage).toEqual({ answered: 166, abstained: 0, failed: 0, split: 0 });
  expect(evidence.annotators).toBe(3);
  expect(evidence.labels.map(({ ratings, items }) => [...ratings, items])).toEqual([
    [1, 0, 40],
    [2, 1, 3],
    [0, 1, 5],
    [1, 0, 7],
    [1, 2, 11],
    [1, 1, 100],
  ]);
  expect(evidence.levels).toEqual([]);
});

it('counts the labels of people for any judge result, and the judge’s results separately', () => {
  const evidence = subjectEvidence([
    row({ word: 'abstained', split: true, rows: 950 }),
    row({ word: 'no_verdict', rows: 20 }),
    row({ word: '', rows: 300, people: ['grace'] }),
    row({ passes: 0, fails: 1, word: 'fail', split: true, rows: 30 }),
    // This row has no label in the end, because both people abstained.
    row({ passes: 0, fails: 0, unsaid: 2, rows: 7, people: [] }),
    row({ unsaid: 1, rows: 5 }),
  ]);
  expect(evidence).toMatchObject({
    confusion: { bothPass: 5, onlyJudgePasses: 0, onlyPeoplePass: 0, bothFail: 30 },
    coverage: { answered: 35, abstained: 950, failed: 20, split: 980 },
    annotators: 2,
    labelsAbstained: 19,
  });
  expect(evidence.labels.reduce((sum, { items }) => sum + items, 0)).toBe(1_305);
});

it('counts agreement by the judge’s confidence, if it is stated and people have a majority', () => {
  const evidence = subjectEvidence([
    row({ certainty: 1, rows: 8 }),
    row({ certainty: 1, fails: 3, rows: 2 }),
    row({ certainty: 0, word: 'fail', rows: 4 }),
    row({ certainty: 0, fails: 1, rows: 50 }),
    row({ certainty: 0.5, word: 'abstained', rows: 60 }),
    row({ rows: 9 }),
  ]);
  expect(evidence.levels).toEqual([
    { score: 1, agreed: 8, disagreed: 2 },
    { score: 0, agreed: 0, disagreed: 4 },
  ]);
});

it('is empty without rows', () => {
  expect(subjectEvidence([])).toEqual({
    confusion: { bothPass: 0, onlyJudgePasses: 0, onlyPeoplePass: 0, bothFail: 0 },
    coverage: { answered: 0, abstained: 0, failed: 0, split: 0 },
    annotators: 0,
    labels: [],
    labelsAbstained: 0,
    levels: [],
  });
});
