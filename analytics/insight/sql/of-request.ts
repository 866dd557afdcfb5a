import { digitsOf, requestHashOf } from '../../indexer/events/event-hash.ts';
import type { FactsFilter, Side } from '../question/facts-filter.ts';
import type { BoundQuery } from '../../statements/bound-query.ts';
import { factConditions } from './fact-conditions.ts';

/**
 * Conditions that select the facts of one request. Its hours stand in the table of identities, where every fact has its
 * row before it can be seen; without them, the index of ids is looked through for every hour of the window.
 */
export function factsOfRequest(timeBase: string, filter: FactsFilter, side: Side): string[] {
  return [
    ...factConditions(timeBase, filter, side, []),
    'logical_request_id = {logical_request_id:String}',
    [
      `toStartOfHour(${timeBase}) IN`,
      '  (',
      '    SELECT toStartOfHour(occurred_at)',
      '    FROM event_identities_v1',
      '    WHERE organization_id = {organization_id:String}',
      '      AND workspace_id = {workspace_id:String}',
      '      AND request_hash = {request_hash:UInt64}',
      '  )',
    ].join('\n'),
  ];
}

/** The values that `factsOfRequest` binds in addition to those of `factConditions`. */
export function requestParams(
  { workspaceId }: Pick<FactsFilter, 'workspaceId'>,
  requestId: string,
): BoundQuery['params'] {
  return { logical_request_id: requestId, request_hash: digitsOf(requestHashOf(workspaceId, requestId)) };
}
