import type { SubjectEvidence } from '../../contracts/judges/make-judge-record.ts';
import type { JudgeCoverage } from '../../domain/judges/judge-coverage.ts';
import type { ScoreLevel } from '../../domain/statistics/selective-risk/score-level.ts';

/** Requests with the same verdicts of people and of a judge, counted together. */
export interface LabelledRows {
  readonly passes: number;
  readonly fails: number;
  /** The number of people who abstained. */
  readonly unsaid: number;
  /** The verdict of the judge; empty if it was not queried. */
  readonly word: 'pass' | 'fail' | 'abstained' | 'no_verdict' | '';
  /** True if the members of a panel disagreed. */
  readonly split: boolean;
  readonly certainty: number | null;
  readonly rows: number;
  readonly people: readonly string[];
  readonly one_hash: string;
  readonly other_hash: string;
}

/**
 * The evidence about a judge, from counts. The agreement of people uses all their labels, with or without a verdict of
 * the judge. A request with as many passes as fails has no majority, so it says nothing about the judge. A request with
 * only abstentions has no label.
 */
export function subjectEvidence(
  all: readonly LabelledRows[],
): Pick<SubjectEvidence, 'confusion' | 'coverage' | 'annotators' | 'labels' | 'labelsAbstained' | 'levels'> {
  const rows = all.filter(({ passes, fails }) => passes + fails > 0);
  const decided = rows.filter(({ passes, fails, word }) => passes !== fails && (word === 'pass' || word === 'fail'));
  const count = (judgePasses: boolean, peoplePass: boolean): number =>
    decided
      .filter((row) => (row.word === 'pass') === judgePasses && row.passes > row.fails === peoplePass)
      .reduce((sum, row) => sum + row.rows, 0);
  return {
    confusion: {
      bothPass: count(true, true),
      onlyJudgePasses: count(true, false),
      onlyPeoplePass: count(false, true),
      bothFail: count(false, false),
    },
    coverage: coverageOf(rows),
    annotators: new Set(rows.flatMap(({ people }) => people)).size,
    labels: rows.map(({ passes, fails, rows: items }) => ({ ratings: [passes, fails], items })),
    labelsAbstained: all.reduce((sum, { unsaid, rows: items }) => sum + unsaid * items, 0),
    levels: levelsOf(decided),
  };
}

function coverageOf(rows: readonly LabelledRows[]): JudgeCoverage {
  const count = (isOne: (row: LabelledRows) => boolean): number =>
    rows.filter(isOne).reduce((sum, row) => sum + row.rows, 0);
  return {
    answered: count(({ word }) => word === 'pass' || word === 'fail'),
    abstained: count(({ word }) => word === 'abstained'),
    failed: count(({ word }) => word === 'no_verdict'),
    split: count(({ split }) => split),
  };
}

/**
 * The agreement of the judge with people, by its certainty. @param rows that the judge answered, and on which people
 * have a majority
 */
function levelsOf(rows: readonly LabelledRows[]): ScoreLevel[] {
  const levels = new Map<number, { agreed: number; disagreed: number }>();
  for (const { certainty, word, passes, fails, rows: count } of rows) {
    if (certainty === null) continue;
    const level = levels.get(certainty) ?? { agreed: 0, disagreed: 0 };
    const agrees = (word === 'pass') === passes > fails;
    level[agrees ? 'agreed' : 'disagreed'] += count;
    levels.set(certainty, level);
  }
  return [...levels].map(([score, level]) => ({ score, ...level }));
}
