import { workflowInfo } from '@temporalio/workflow';
import { SEARCH_ATTRIBUTES } from './search-attributes.ts';

/**
 * True if search attributes of this workflow may hold user texts. Search attributes are never encrypted, so a start
 * puts the name of its report into them only if payloads are not encrypted either.
 */
export function hasPlainNames(): boolean {
  return workflowInfo().typedSearchAttributes.get(SEARCH_ATTRIBUTES.reportName) !== undefined;
}
