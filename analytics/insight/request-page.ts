import { Buffer } from 'node:buffer';
import type { ProtectionEvaluationRow, RequestRow } from '../../contracts/insight/answer-rows.ts';
import type { FactsFilter } from './facts-filter.ts';
import type { PageBounds } from './page-clauses.ts';
import { pendingRequestsQuery, unevenHoursQuery, type UnevenHour } from './pending-requests-query.ts';
import { plainDecimal } from './plain-decimal.ts';
import { requestPageQuery, selectRequests, type FoundRequest, type RequestNarrowing } from './request-page-query.ts';
import { requestProtectionQuery, type FoundEvaluation } from './request-protection-query.ts';
import type { Ask } from './statement.ts';

/** Admissions whose terminals one statement looks up: their ids fit well into the memory of a question. */
const LOOKED_UP_AT_ONCE = 2_000_000;

/**
 * A page of requests, newest first, each once: its terminal, else its admission.
 *
 * Terminals and admissions are paged apart and merged here, because a request has the same key (`admitted_at`, id) in
 * both. A request among the first n of all is preceded by fewer than n requests, so it is among the first n of either
 * table that has it: the merged pages hold both forms of every request that the page shows, and nothing is shown as
 * pending whose terminal is known.
 */
export async function findRequests(
  ask: Ask,
  filter: FactsFilter,
  narrowing: RequestNarrowing,
  page: PageBounds,
): Promise<FoundRequest[]> {
  const selection = selectRequests(narrowing);
  const found = [...(await ask<FoundRequest>(requestPageQuery(filter, selection, page)))];
  if (selection.admissions === 'pending') found.push(...(await findPending(ask, filter, page.rows)));
  const unique = new Map<string, FoundRequest>();
  for (const request of found) {
    const key = JSON.stringify([request.at, request.logical_request_id]);
    if (request.ended || !unique.has(key)) unique.set(key, request);
  }
  return [...unique.values()].sort(newestFirst).slice(0, page.rows);
}

/** The newest requests without a terminal. Only hours that hold one are looked into, as many as the page needs. */
async function findPending(ask: Ask, filter: FactsFilter, rows: number): Promise<FoundRequest[]> {
  const hours = await ask<UnevenHour>(unevenHoursQuery(filter));
  const found: FoundRequest[] = [];
  for (let next = 0; next < hours.length && found.length < rows;) {
    const chosen: string[] = [];
    for (let admitted = 0; next < hours.length && (admitted === 0 || admitted < LOOKED_UP_AT_ONCE); next += 1) {
      const { hour = '', admitted: count = '0' } = hours[next] ?? {};
      chosen.push(hour);
      admitted += Number(count);
    }
    found.push(...(await ask<FoundRequest>(pendingRequestsQuery(filter, chosen, rows - found.length))));
  }
  return found;
}

/** What protection did on each of these requests, by request id; a request of which nothing is recorded is absent. */
export async function findProtection(
  ask: Ask,
  filter: FactsFilter,
  requests: readonly FoundRequest[],
): Promise<Map<string, ProtectionEvaluationRow[]>> {
  const evaluations = new Map<string, ProtectionEvaluationRow[]>();
  for (const request of requests) {
    if (request.protection_observed) evaluations.set(request.logical_request_id, []);
  }
  if (requests.length === 0) return evaluations;
  for (const found of await ask<FoundEvaluation>(requestProtectionQuery(filter, requests))) {
    const { logical_request_id: request, ...evaluation } = found;
    evaluations.set(request, [...(evaluations.get(request) ?? []), evaluation as ProtectionEvaluationRow]);
  }
  return evaluations;
}

/** A request as an answer shows it. */
export function requestRow(found: FoundRequest, evaluations: ProtectionEvaluationRow[] | undefined): RequestRow {
  const firstOutput = found.first_output_ms;
  return {
    logical_request_id: found.logical_request_id,
    purpose: found.purpose as RequestRow['purpose'],
    occurred_at: new Date(Number(found.at)).toISOString(),
    status: found.status as RequestRow['status'],
    ...(found.terminal_kind !== '' && { terminal_kind: found.terminal_kind }),
    ...(found.release_id !== '' && { release_id: found.release_id }),
    ...(found.final_model !== '' && { final_model: found.final_model }),
    ...(found.final_provider !== '' && { final_provider: found.final_provider }),
    ...(found.ended && { attempt_count: String(found.attempt_count) }),
    ...(found.total_ms !== null && { total_ms: plainDecimal(found.total_ms) }),
    ...(firstOutput !== null && { first_output_ms: plainDecimal(firstOutput) }),
    first_output_known: firstOutput !== null,
    streaming: found.streaming,
    ...(evaluations && { protection_evaluations: evaluations }),
  };
}

/** The order of the statements: strings compare by their bytes there. */
function newestFirst(one: FoundRequest, other: FoundRequest): number {
  return (
    Number(other.at) - Number(one.at) ||
    Buffer.compare(Buffer.from(other.logical_request_id), Buffer.from(one.logical_request_id))
  );
}
