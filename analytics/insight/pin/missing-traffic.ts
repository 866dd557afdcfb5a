import {
  MAX_LISTED_REASONS,
  MAX_LISTED_TIMES,
  type MissingTraffic,
} from '../../../contracts/insight/terms/missing-traffic.ts';
import { isOverlapping } from '../../../domain/insight/coverage.ts';
import type { OpenedRead } from './open-read.ts';

/**
 * The traffic that is known to be missing from the window of a read, the newest gap first; undefined if it is complete.
 */
export function missingTraffic({
  subject,
  snapshot,
}: Pick<OpenedRead, 'subject' | 'snapshot'>): MissingTraffic | undefined {
  const gaps = snapshot.gaps.filter((gap) => gap.disclosure !== undefined && isOverlapping(gap, subject));
  if (gaps.length === 0) return undefined;
  const sum = (of: 'times' | 'lines'): string =>
    String(gaps.reduce((all, gap) => all + (gap.disclosure?.[of] ?? 0), 0));
  return {
    times: sum('times'),
    lines: sum('lines'),
    listed: gaps
      .toReversed()
      .slice(0, MAX_LISTED_TIMES)
      .map(({ producerClass, environmentId, from, to, disclosure }) => ({
        producer_class: producerClass,
        ...(environmentId !== undefined && { environment_id: environmentId }),
        from: from.toISOString(),
        to: to.toISOString(),
        cause: disclosure?.cause === 'declared' ? ('declared' as const) : ('refused' as const),
        reasons: (disclosure?.reasons ?? []).slice(0, MAX_LISTED_REASONS),
        lines: String(disclosure?.lines ?? 0),
      })),
  };
}
