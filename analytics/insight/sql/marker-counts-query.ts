import type { FactsFilter } from '../question/facts-filter.ts';
import type { BoundQuery } from '../../statements/bound-query.ts';
import type { FactsQuestion } from '../question/facts-question.ts';
import { factConditions } from './fact-conditions.ts';
import { bucketColumn } from './group-columns.ts';

/** One row in the result of `markerCountsQuery`. */
export interface MarkerCountsRow {
  /** Start of the UTC bucket in Unix seconds; 0 without a grain. */
  readonly bucket: number;
  /** The release; empty unless the question splits by release. */
  readonly release: string;
  readonly markers: string;
}

const TIME_BASE = 'occurred_at';

/**
 * The query for release markers by bucket and release. Markers are not traffic: they have no purpose, and exclusions do
 * not apply to them.
 */
export function markerCountsQuery(question: FactsQuestion): BoundQuery {
  const { grain, facets } = question;
  const filter = withoutPurposes(question);
  const byRelease = facets.includes('release');
  const groupBy = [...(grain === undefined ? [] : ['bucket']), ...(byRelease ? ['release'] : [])];
  return {
    tag: 'insight.marker_counts',
    sql: [
      'SELECT',
      `  ${bucketColumn(TIME_BASE, question)} AS bucket,`,
      `  ${byRelease ? 'release_id' : `''`} AS release,`,
      '  count() AS markers',
      'FROM release_markers_v1',
      `WHERE ${factConditions(TIME_BASE, filter, 'both').join('\n  AND ')}`,
      ...(groupBy.length === 0 ? [] : [`GROUP BY ${groupBy.join(', ')}`]),
      'HAVING markers > 0',
    ].join('\n'),
    params: {},
  };
}

function withoutPurposes(question: FactsQuestion): FactsFilter {
  const { organizationId, workspaceId, environmentIds, from, to, releaseIds, fence, hasReplacedEndings } = question;
  const exclusions: FactsFilter['exclusions'] = [];
  return { organizationId, workspaceId, environmentIds, from, to, releaseIds, fence, hasReplacedEndings, exclusions };
}
