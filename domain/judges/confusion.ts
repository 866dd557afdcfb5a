import type { AgreementTable } from '../statistics/agreement/cohen-kappa.ts';

/** Rows that people labelled and a judge judged, by both their words. */
export interface Confusion {
  readonly bothPass: number;
  readonly onlyJudgePasses: number;
  readonly onlyPeoplePass: number;
  readonly bothFail: number;
}

/** The same as a table of two raters, the judge in the rows. */
export function agreementTableOf({ bothPass, onlyJudgePasses, onlyPeoplePass, bothFail }: Confusion): AgreementTable {
  return [
    [bothPass, onlyJudgePasses],
    [onlyPeoplePass, bothFail],
  ];
}

/** Rows that it holds. */
export function rowsOf({ bothPass, onlyJudgePasses, onlyPeoplePass, bothFail }: Confusion): number {
  return bothPass + onlyJudgePasses + onlyPeoplePass + bothFail;
}
