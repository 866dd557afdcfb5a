import type { SearchAttributePair } from '@temporalio/common';
import { upsertSearchAttributes } from '@temporalio/workflow';
import { SEARCH_ATTRIBUTES } from '../search-attributes.ts';
import { shortenSummary } from '../shorten-summary.ts';

/** Temporal holds 2 KB of one search attribute. */
const MOST_NAMES = 8;

/** What a workflow about judges is found by: their ids, and of a validation the segment too; each once. */
export function judgeNames(names: readonly string[]): SearchAttributePair {
  const each = [...new Set(names)].filter((name) => name !== '').map(shortenSummary);
  const left = each.length - MOST_NAMES;
  const value = left > 0 ? [...each.slice(0, MOST_NAMES), `and ${left} more`] : each;
  return { key: SEARCH_ATTRIBUTES.judgeName, value };
}

/** Shows which judges this workflow is about; nothing where it is about none. */
export function showJudges(names: readonly string[]): void {
  if (names.length > 0) upsertSearchAttributes([judgeNames(names)]);
}
