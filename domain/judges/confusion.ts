import type { AgreementTable } from '../statistics/agreement/cohen-kappa.ts';

/** The counts of rows that people labelled and a judge judged, by both verdicts. */
export interface Confusion {
  readonly bothPass: number;
  readonly onlyJudgePasses: number;
  readonly onlyPeoplePass: number;
  readonly bothFail: number;
}

/** The counts as a table of two raters, with the judge in the rows. */
export function toAgreementTable({ bothPass, onlyJudgePasses, onlyPeoplePass, bothFail }: Confusion): AgreementTable {
  return [
    [bothPass, onlyJudgePasses],
    [onlyPeoplePass, bothFail],
  ];
}

/** The total number of rows. */
export function confusionTotal({ bothPass, onlyJudgePasses, onlyPeoplePass, bothFail }: Confusion): number {
  return bothPass + onlyJudgePasses + onlyPeoplePass + bothFail;
}
