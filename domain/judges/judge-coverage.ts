import { shareText } from '../statistics/share-text.ts';

/** Requests that a judge was asked about, by what it said of them. */
export interface JudgeCoverage {
  /** The number of rows that it passed or failed. */
  readonly answered: number;
  /** The judge abstained. */
  readonly abstained: number;
  /** The number of rows that it was asked about without giving a verdict. */
  readonly failed: number;
  /** The number of all these on which the members of a panel disagreed. */
  readonly split: number;
}

/** Requests that the judge was asked about. */
export function askedOf({ answered, abstained, failed }: JudgeCoverage): number {
  return answered + abstained + failed;
}

/** The share of them that it passed or failed; undefined where it was asked about none. */
export function coverageRate(coverage: JudgeCoverage): number | undefined {
  const asked = askedOf(coverage);
  return asked === 0 ? undefined : coverage.answered / asked;
}

/**
 * Coverage as people read it: `50 of 1000 rows answered (0.05), 950 abstained, 0 failed, 0 split`. Validations from
 * before have none.
 */
export function coverageText(coverage: JudgeCoverage | undefined): string {
  if (coverage === undefined) return 'not recorded';
  const { answered, abstained, failed, split } = coverage;
  const rate = coverageRate(coverage);
  const share = rate === undefined ? '' : ` (${shareText(rate)})`;
  return `${answered} of ${askedOf(coverage)} rows answered${share}, ${abstained} abstained, ${failed} failed, ${split} split`;
}
