import type { AttemptRow } from '../../../contracts/insight/answer/answer-rows.ts';
import type { FactsFilter } from '../question/facts-filter.ts';
import type { RunQuestionQuery } from '../../statements/bound-query.ts';
import { attemptPageQuery, attemptsByIdQuery, type AttemptRowFilter, type FoundAttempt } from './attempt-page-query.ts';
import { costEffectAttemptsQuery, newestChargesQuery, type ChargedAttempt } from './cost-effect-attempts-query.ts';
import { pageParts } from './newest-parts.ts';
import { newestRows } from './newest-rows.ts';
import type { PageBounds, RowPosition } from './page-clauses.ts';

/** The position of an attempt in the order of its page. */
export function attemptRowPosition(found: Pick<FoundAttempt, 'at' | 'logical_request_id' | 'attempt_id'>): RowPosition {
  return [found.at, found.logical_request_id, found.attempt_id];
}

/**
 * A page of attempts, newest first, without duplicates. The attempts of one request are scattered, and are found by an
 * index.
 */
export async function findAttempts(
  ask: RunQuestionQuery,
  filter: FactsFilter,
  narrowing: AttemptRowFilter,
  page: PageBounds,
): Promise<FoundAttempt[]> {
  const parts = narrowing.logical_request_id === undefined ? pageParts(filter, page) : [filter];
  return newestRows<FoundAttempt>(ask, parts, page, {
    query: (part, bounds) => attemptPageQuery(part, narrowing, bounds),
    positionOf: attemptRowPosition,
  });
}

/**
 * A page of attempts with a cost in the window, by their newest effect in it, without duplicates. An attempt of an
 * earlier page may have older effects after the position; these are skipped.
 */
export async function findChargedAttempts(
  ask: RunQuestionQuery,
  filter: FactsFilter,
  narrowing: AttemptRowFilter,
  page: PageBounds,
): Promise<ChargedAttempt[]> {
  const found: ChargedAttempt[] = [];
  let after = page.after;
  for (;;) {
    const bounds = { rows: page.rows, ...(after && { after }) };
    const charged = await ask<ChargedAttempt>(costEffectAttemptsQuery(filter, narrowing, bounds));
    found.push(...(after === undefined ? charged : await withoutShown(ask, filter, narrowing, charged)));
    const last = charged.at(-1);
    if (last === undefined || charged.length < page.rows || found.length >= page.rows) {
      return found.slice(0, page.rows);
    }
    after = attemptRowPosition(last);
  }
}

async function withoutShown(
  ask: RunQuestionQuery,
  filter: FactsFilter,
  narrowing: AttemptRowFilter,
  charged: readonly ChargedAttempt[],
): Promise<ChargedAttempt[]> {
  if (charged.length === 0) return [];
  const newest = await ask<Pick<ChargedAttempt, 'logical_request_id' | 'attempt_id' | 'at'>>(
    newestChargesQuery(filter, narrowing, charged),
  );
  const newestAt = new Map(newest.map((attempt) => [idOf(attempt), attempt.at]));
  return charged.filter((attempt) => newestAt.get(idOf(attempt)) === attempt.at);
}

/**
 * The rows of charged attempts, in their order. An attempt that is known only by a cost effect is `unattributed`.
 *
 * @param kept the filter for every attempt that the pin shows, at any time of dispatch
 */
export async function chargedAttemptRows(
  ask: RunQuestionQuery,
  kept: FactsFilter,
  charged: readonly ChargedAttempt[],
): Promise<AttemptRow[]> {
  if (charged.length === 0) return [];
  const attempts = await ask<FoundAttempt>(attemptsByIdQuery(kept, charged));
  const known = new Map(attempts.map((attempt) => [idOf(attempt), attempt]));
  return charged.map((effect) => {
    const attempt = known.get(idOf(effect));
    return attempt === undefined ? unattributedRow(effect) : attemptRow(attempt);
  });
}

/** An attempt in the form of an answer. */
export function attemptRow(found: FoundAttempt): AttemptRow {
  return {
    ...identityOf(found),
    ordinal: String(found.ordinal),
    role: found.role as AttemptRow['role'],
    route_changed: found.route_changed,
    output_state: found.output_state as NonNullable<AttemptRow['output_state']>,
    usage_source: found.usage_source as NonNullable<AttemptRow['usage_source']>,
    usage_known: found.usage_known,
    ...(found.usage_known && tokensOf(found)),
    dispatched_at: instantOf(found.at),
    ...(found.ended !== null && { terminal_at: instantOf(found.ended) }),
  };
}

function unattributedRow(effect: ChargedAttempt): AttemptRow {
  return { ...identityOf(effect), role: 'unattributed', usage_known: false };
}

function identityOf(found: ChargedAttempt) {
  return {
    logical_request_id: found.logical_request_id,
    attempt_id: found.attempt_id,
    purpose: found.purpose as AttemptRow['purpose'],
    provider_id: found.provider_id,
    provider_model: found.provider_model,
    ...(found.connection_id !== '' && { connection_id: found.connection_id }),
  };
}

/** The reported counts; a count that was not reported is absent. */
function tokensOf(found: FoundAttempt): Partial<AttemptRow> {
  return {
    ...(found.input_tokens !== null && { input_tokens: found.input_tokens }),
    ...(found.output_tokens !== null && { output_tokens: found.output_tokens }),
    ...(found.cache_read_tokens !== null && { cache_read_tokens: found.cache_read_tokens }),
    ...(found.cache_write_tokens !== null && { cache_write_tokens: found.cache_write_tokens }),
    ...(found.reasoning_tokens !== null && { reasoning_tokens: found.reasoning_tokens }),
    ...(found.total_tokens !== null && { total_tokens: found.total_tokens }),
  };
}

function idOf(attempt: Pick<FoundAttempt, 'logical_request_id' | 'attempt_id'>): string {
  return JSON.stringify([attempt.logical_request_id, attempt.attempt_id]);
}

function instantOf(milliseconds: string): string {
  return new Date(Number(milliseconds)).toISOString();
}
