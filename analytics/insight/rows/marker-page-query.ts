import { factConditions, factParams } from '../sql/fact-conditions.ts';
import type { FactsFilter } from '../question/facts-filter.ts';
import type { BoundQuery } from '../../statements/bound-query.ts';
import { afterPosition, newestFirst, pageParams, type PageBounds } from './page-clauses.ts';

/** One release marker in the result of a statement. `at` is in Unix milliseconds. */
export interface FoundMarker {
  readonly at: string;
  readonly marker_id: string;
  readonly marker_kind: string;
  readonly release_id: string;
  readonly effective_digest: string;
  readonly gateway_id: string;
  readonly environment_id: string;
  readonly actor_kind: string;
}

const IDS = ['marker_id'] as const;
const TIME_BASE = 'occurred_at';

/**
 * The query for a page of release markers, newest first. Markers have no purpose, and exclusions do not apply to them.
 */
export function markerPageQuery(filter: FactsFilter, page: PageBounds): BoundQuery {
  const { organizationId, workspaceId, environmentIds, from, to, releaseIds, fence, hasReplacedEndings } = filter;
  const place = { organizationId, workspaceId, environmentIds, from, to };
  const markers = { ...place, releaseIds, fence, hasReplacedEndings, exclusions: [] };
  const conditions = [...factConditions(TIME_BASE, markers, 'included'), ...afterPosition(TIME_BASE, IDS, page)];
  return {
    tag: 'insight.markers',
    sql: [
      'SELECT',
      '  toUnixTimestamp64Milli(occurred_at) AS at,',
      '  marker_id,',
      '  marker_kind,',
      '  release_id,',
      '  effective_digest,',
      '  gateway_id,',
      '  environment_id,',
      '  actor_kind',
      'FROM release_markers_v1',
      `WHERE ${conditions.join('\n  AND ')}`,
      newestFirst(TIME_BASE, IDS, [TIME_BASE, ...IDS]),
    ].join('\n'),
    params: { ...factParams(markers), ...pageParams(IDS, page) },
  };
}
