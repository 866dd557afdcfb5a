import type { SearchAttributePair } from '@temporalio/common';
import { upsertSearchAttributes } from '@temporalio/workflow';
import { truncateList } from '../../domain/kernel/text/truncate-list.ts';
import { SEARCH_ATTRIBUTES } from '../search-attributes.ts';
import { shortenSummary } from '../shorten-summary.ts';

/** The maximum number of names, because Temporal stores at most 2 KB for one search attribute. */
const MAX_NAMES = 8;

/** The search attribute of a workflow about judges: their ids, and the segment for a validation, without duplicates. */
export function judgeNamesAttribute(names: readonly string[]): SearchAttributePair {
  const each = [...new Set(names)].filter((name) => name !== '').map(shortenSummary);
  return { key: SEARCH_ATTRIBUTES.judgeName, value: truncateList(each, MAX_NAMES) };
}

/** Shows in the search attributes which judges this workflow is about, if there are any. */
export function upsertJudgeNames(names: readonly string[]): void {
  if (names.length > 0) upsertSearchAttributes([judgeNamesAttribute(names)]);
}
