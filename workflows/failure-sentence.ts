import type { OccurrenceStatus } from '../domain/schedules/occurrence-status.ts';
import type { RunStatus } from '../domain/reports/run-status.ts';
import { hasPlainNames } from './has-plain-names.ts';
import { shortenSummary } from './shorten-summary.ts';

type Failed = Pick<RunStatus, 'failureCode' | 'failureDetail'> & Pick<OccurrenceStatus, 'pausedFor'>;

/**
 * The failure as a sentence for the owner of the work, with what the server did to the schedule. Empty if all tries
 * were used up; the details then explain the failure.
 */
export function failureSentence({ failureCode, failureDetail = '', pausedFor }: Failed): string {
  const why = isStatedByTries(failureCode) ? '' : failureDetail;
  if (pausedFor === undefined) return why;
  return `${why === '' ? '' : `${why} `}The server paused the schedule (${pausedFor}).`;
}

/**
 * The failure as keywords for a search and for a row of the list: the fault without its remedy. Empty if search
 * attributes must not hold user texts.
 */
export function sentenceKeywords({ failureCode, failureDetail = '', pausedFor }: Failed): string[] {
  const [what = ''] = isStatedByTries(failureCode) || !hasPlainNames() ? [] : failureDetail.split(/(?<=\.) /);
  return [
    ...(what === '' ? [] : [shortenSummary(what)]),
    ...(pausedFor === undefined ? [] : [`schedule paused: ${pausedFor}`]),
  ];
}

function isStatedByTries(failureCode: string): boolean {
  return failureCode === 'attempts_exhausted';
}
