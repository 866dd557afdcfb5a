import { expect, it } from 'vitest';
import { evidenceOf, type LabelledRows } from '../../../../analytics/judges/evidence-of.ts';

const row = (of: Partial<LabelledRows>): LabelledRows => ({
  passes: 1,
  fails: 0,
  verdict: 'pass',
  certainty: null,
  rows: 1,
  people: ['ada'],
  one_hash: '0',
  other_hash: '0',
  ...of,
});

it('counts a judge against the majority of people, and ties as agreement among people alone', () => {
  const evidence = evidenceOf([
    row({ rows: 40 }),
    row({ passes: 2, fails: 1, rows: 3, people: ['ada', 'grace'] }),
    row({ passes: 0, fails: 1, rows: 5 }),
    row({ verdict: 'fail', rows: 7 }),
    row({ passes: 1, fails: 2, verdict: 'fail', rows: 11 }),
    row({ passes: 1, fails: 1, rows: 100, people: ['joan'] }),
  ]);
  expect(evidence.confusion).toEqual({ bothPass: 43, onlyJudgePasses: 5, onlyPeoplePass: 7, bothFail: 11 });
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

it('counts agreement by how sure the judge was, where it says and people have a majority', () => {
  const evidence = evidenceOf([
    row({ certainty: 1, rows: 8 }),
    row({ certainty: 1, fails: 3, rows: 2 }),
    row({ certainty: 0, verdict: 'fail', rows: 4 }),
    row({ certainty: 0, fails: 1, rows: 50 }),
    row({ rows: 9 }),
  ]);
  expect(evidence.levels).toEqual([
    { score: 1, agreed: 8, disagreed: 2 },
    { score: 0, agreed: 0, disagreed: 4 },
  ]);
});

it('of nothing is nothing', () => {
  expect(evidenceOf([])).toEqual({
    confusion: { bothPass: 0, onlyJudgePasses: 0, onlyPeoplePass: 0, bothFail: 0 },
    annotators: 0,
    labels: [],
    levels: [],
  });
});
