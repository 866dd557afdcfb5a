import type { SearchAttributePair } from '@temporalio/common';
import { upsertSearchAttributes } from '@temporalio/workflow';
import { firstTexts } from '../../domain/kernel/text/first-texts.ts';
import { SEARCH_ATTRIBUTES } from '../search-attributes.ts';
import { shortenSummary } from '../shorten-summary.ts';

/** Temporal holds 2 KB of one search attribute. */
const MAX_NAMES = 8;

/** The search attribute of a workflow about judges: their ids, and of a validation the segment too; each once. */
export function judgeNames(names: readonly string[]): SearchAttributePair {
  const each = [...new Set(names)].filter((name) => name !== '').map(shortenSummary);
  return { key: SEARCH_ATTRIBUTES.judgeName, value: firstTexts(each, MAX_NAMES) };
}

/** Shows which judges this workflow is about; nothing where it is about none. */
export function showJudges(names: readonly string[]): void {
  if (names.length > 0) upsertSearchAttributes([judgeNames(names)]);
}
