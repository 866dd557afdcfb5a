import type { SearchAttributePair } from '@temporalio/common';
import { upsertSearchAttributes } from '@temporalio/workflow';
import { firstTexts } from '../../domain/kernel/text/first-texts.ts';
import { SEARCH_ATTRIBUTES } from '../search-attributes.ts';
import { shortenSummary } from '../shorten-summary.ts';

/** The maximum number of names, because Temporal stores at most 2 KB for one search attribute. */
const MAX_NAMES = 8;

/** The search attribute of a workflow about judges: their ids, and the segment for a validation, without duplicates. */
export function judgeNames(names: readonly string[]): SearchAttributePair {
  const each = [...new Set(names)].filter((name) => name !== '').map(shortenSummary);
  return { key: SEARCH_ATTRIBUTES.judgeName, value: firstTexts(each, MAX_NAMES) };
}

/** Shows in the search attributes which judges this workflow is about, if there are any. */
export function showJudges(names: readonly string[]): void {
  if (names.length > 0) upsertSearchAttributes([judgeNames(names)]);
}
