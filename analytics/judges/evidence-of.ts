import type { SubjectEvidence } from '../../contracts/judges/make-judge-record.ts';
import type { SureAlike } from '../../domain/judges/selective-risk/fit-selective-risk.ts';

/** Requests of which people and a judge said the same, counted together. */
export interface LabelledRows {
  readonly passes: number;
  readonly fails: number;
  readonly verdict: 'pass' | 'fail';
  readonly certainty: number | null;
  readonly rows: number;
  readonly people: readonly string[];
  readonly one_hash: string;
  readonly other_hash: string;
}

/**
 * What the counts say of a judge. A request that as many people pass as fail has no majority: it tells how far people agree, and nothing
 * of the judge.
 */
export function evidenceOf(
  rows: readonly LabelledRows[],
): Pick<SubjectEvidence, 'confusion' | 'annotators' | 'labels' | 'levels'> {
  const decided = rows.filter(({ passes, fails }) => passes !== fails);
  const count = (judgePasses: boolean, peoplePass: boolean): number =>
    decided
      .filter((row) => (row.verdict === 'pass') === judgePasses && row.passes > row.fails === peoplePass)
      .reduce((sum, row) => sum + row.rows, 0);
  return {
    confusion: {
      bothPass: count(true, true),
      onlyJudgePasses: count(true, false),
      onlyPeoplePass: count(false, true),
      bothFail: count(false, false),
    },
    annotators: new Set(rows.flatMap(({ people }) => people)).size,
    labels: rows.map(({ passes, fails, rows: items }) => ({ ratings: [passes, fails], items })),
    levels: levelsOf(decided),
  };
}

/** @param rows in which people have a majority */
function levelsOf(rows: readonly LabelledRows[]): SureAlike[] {
  const levels = new Map<number, { agreed: number; disagreed: number }>();
  for (const { certainty, verdict, passes, fails, rows: count } of rows) {
    if (certainty === null) continue;
    const level = levels.get(certainty) ?? { agreed: 0, disagreed: 0 };
    const agrees = (verdict === 'pass') === passes > fails;
    level[agrees ? 'agreed' : 'disagreed'] += count;
    levels.set(certainty, level);
  }
  return [...levels].map(([score, level]) => ({ score, ...level }));
}
