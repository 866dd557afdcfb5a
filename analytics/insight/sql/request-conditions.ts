import { hashToDigits, hashRequest } from '../../indexer/events/event-hash.ts';
import type { FactsFilter, ExclusionSide } from '../question/facts-filter.ts';
import type { BoundQuery } from '../../statements/bound-query.ts';
import { factConditions } from './fact-conditions.ts';

/**
 * Conditions that select the facts of one request. Its hours come from the table of identities, which has a row for
 * every fact before the fact is visible. Without them, the index of ids would be searched for every hour of the window.
 */
export function requestFactConditions(timeBase: string, filter: FactsFilter, side: ExclusionSide): string[] {
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

/** The values that `requestFactConditions` binds in addition to those of `factConditions`. */
export function requestParams(
  { workspaceId }: Pick<FactsFilter, 'workspaceId'>,
  requestId: string,
): BoundQuery['params'] {
  return { logical_request_id: requestId, request_hash: hashToDigits(hashRequest(workspaceId, requestId)) };
}
