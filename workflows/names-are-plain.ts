import { workflowInfo } from '@temporalio/workflow';
import { SEARCH_ATTRIBUTES } from './search-attributes.ts';

/**
 * Whether search attributes of this workflow may hold what people wrote. They are never encrypted, so a start names its report in them
 * only where payloads are not encrypted either.
 */
export function namesArePlain(): boolean {
  return workflowInfo().typedSearchAttributes.get(SEARCH_ATTRIBUTES.reportName) !== undefined;
}
