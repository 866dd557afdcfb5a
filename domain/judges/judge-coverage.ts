import { shareText } from '../statistics/share-text.ts';

/** The counts of the requests sent to a judge, by result. */
export interface JudgeCoverage {
  /** The number of rows that the judge passed or failed. */
  readonly answered: number;
  /** The number of rows on which the judge abstained. */
  readonly abstained: number;
  /** The number of rows for which the judge gave no verdict. */
  readonly failed: number;
  /** The number of all these rows on which the members of a panel disagreed. */
  readonly split: number;
}

/** The number of requests that were sent to the judge. */
export function sentRequestCount({ answered, abstained, failed }: JudgeCoverage): number {
  return answered + abstained + failed;
}

/** The share of these requests that the judge passed or failed; undefined if there are none. */
export function coverageRate(coverage: JudgeCoverage): number | undefined {
  const asked = sentRequestCount(coverage);
  return asked === 0 ? undefined : coverage.answered / asked;
}

/**
 * The coverage as a text for people: `50 of 1000 rows answered (0.05), 950 abstained, 0 failed, 0 split`. Validations
 * of earlier versions have no coverage.
 */
export function coverageText(coverage: JudgeCoverage | undefined): string {
  if (coverage === undefined) return 'not recorded';
  const { answered, abstained, failed, split } = coverage;
  const rate = coverageRate(coverage);
  const share = rate === undefined ? '' : ` (${shareText(rate)})`;
  return `${answered} of ${sentRequestCount(coverage)} rows answered${share}, ${abstained} abstained, ${failed} failed, ${split} split`;
}
