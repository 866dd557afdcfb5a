import type { OccurrenceStatus } from '../domain/schedules/occurrence-status.ts';
import type { RunStatus } from '../domain/reports/run-status.ts';
import { namesArePlain } from './names-are-plain.ts';
import { shortenSummary } from './shorten-summary.ts';

type Failed = Pick<RunStatus, 'failureCode' | 'failureDetail'> & Pick<OccurrenceStatus, 'pausedFor'>;

/**
 * The reason of failed work in the words for its owner, and the server's action on its schedule; empty if the tries
 * were used up, which the details explain.
 */
export function failureSentence({ failureCode, failureDetail = '', pausedFor }: Failed): string {
  const why = isStatedByTries(failureCode) ? '' : failureDetail;
  if (pausedFor === undefined) return why;
  return `${why === '' ? '' : `${why} `}The server paused the schedule (${pausedFor}).`;
}

/**
 * The same as something to be found by, and to be read in a row of the list: what is wrong, without what helps. Nothing
 * where search attributes may not hold what people wrote.
 */
export function sentenceKeywords({ failureCode, failureDetail = '', pausedFor }: Failed): string[] {
  const [what = ''] = isStatedByTries(failureCode) || !namesArePlain() ? [] : failureDetail.split(/(?<=\.) /);
  return [
    ...(what === '' ? [] : [shortenSummary(what)]),
    ...(pausedFor === undefined ? [] : [`schedule paused: ${pausedFor}`]),
  ];
}

function isStatedByTries(failureCode: string): boolean {
  return failureCode === 'attempts_exhausted';
}
