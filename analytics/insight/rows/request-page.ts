import { Buffer } from 'node:buffer';
import type { ProtectionEvaluationRow, RequestRow } from '../../../contracts/insight/answer/answer-rows.ts';
import type { FactsFilter } from '../question/facts-filter.ts';
import type { RunQuestionQuery } from '../../statements/bound-query.ts';
import { plainDecimal } from './plain-decimal.ts';
import { newestParts, pageParts } from './newest-parts.ts';
import { newestRows } from './newest-rows.ts';
import type { PageBounds, RowPosition } from './page-clauses.ts';
import { pendingRequestsQuery, unevenHoursQuery, type UnevenHour } from './pending-requests-query.ts';
import {
  admittedRequestsQuery,
  endedRequestsQuery,
  selectRequests,
  type FoundRequest,
  type RequestRowFilter,
  type RequestSelection,
} from './request-page-query.ts';
import { anyEvaluationQuery, requestProtectionQuery, type FoundEvaluation } from './request-protection-query.ts';

/**
 * The maximum number of admissions whose terminals one statement looks up: their ids fit well into the memory budget of
 * a question.
 */
const LOOKED_UP_AT_ONCE = 2_000_000;

/** The growth factor of parts. A part is read completely to find its uneven hours, so parts should not be too long. */
const UNEVEN_GROWTH = 2;

/**
 * A page of requests, newest first, each once: its terminal, else its admission.
 *
 * Terminals and admissions are paged separately and concurrently, and merged here, because a request has the same key
 * (`admitted_at`, id) in both tables. A request among the first n of all has fewer than n requests before it, so it is
 * among the first n of every table that has it. The merged pages therefore have both forms of every shown request, and
 * a request with a known terminal is never shown as pending.
 */
export async function findRequests(
  ask: RunQuestionQuery,
  filter: FactsFilter,
  narrowing: RequestRowFilter,
  page: PageBounds,
): Promise<FoundRequest[]> {
  const selection = selectRequests(narrowing);
  const paged = (query: typeof endedRequestsQuery): Promise<FoundRequest[]> =>
    newestRows(ask, pageParts(filter, page), page, {
      query: (part, bounds) => query(part, selection, bounds),
      positionOf: requestRowPosition,
    });
  const found = await Promise.all([
    paged(endedRequestsQuery),
    selection.admissions === 'alike' ? paged(admittedRequestsQuery) : [],
    selection.admissions === 'pending' ? findPending(ask, filter, selection, page.rows) : [],
  ]);
  const unique = new Map<string, FoundRequest>();
  for (const request of found.flat()) {
    const key = JSON.stringify(requestRowPosition(request));
    if (request.ended || !unique.has(key)) unique.set(key, request);
  }
  return [...unique.values()].sort(newestFirst).slice(0, page.rows);
}

/** The position of a request in the order of its page. */
export function requestRowPosition(request: FoundRequest): RowPosition {
  return [request.at, request.logical_request_id];
}

/**
 * The newest requests without a terminal. The window is searched from its end, and only in hours with such a request,
 * so that a page of recent ones costs little, even in a long window.
 */
async function findPending(
  ask: RunQuestionQuery,
  filter: FactsFilter,
  selection: RequestSelection,
  rows: number,
): Promise<FoundRequest[]> {
  const found: FoundRequest[] = [];
  for (const part of newestParts(filter, UNEVEN_GROWTH)) {
    const hours = await ask<UnevenHour>(unevenHoursQuery(part));
    for (let next = 0; next < hours.length && found.length < rows;) {
      const chosen = worthLooking(hours.slice(next), rows - found.length);
      next += chosen.length;
      found.push(...(await ask<FoundRequest>(pendingRequestsQuery(part, selection, chosen, rows - found.length))));
    }
    if (found.length >= rows) break;
  }
  return found;
}

/** The first hours that are expected to have enough requests without a terminal in total; at least one hour. */
function worthLooking(hours: readonly UnevenHour[], rows: number): string[] {
  const chosen: string[] = [];
  let [expected, admitted] = [0, 0];
  for (const { hour, admitted: here, ended } of hours) {
    if (chosen.length > 0 && (expected >= rows || admitted >= LOOKED_UP_AT_ONCE)) break;
    chosen.push(hour);
    expected += Math.max(1, Number(here) - Number(ended));
    admitted += Number(here);
  }
  return chosen;
}

/** True if any component evaluated anything in the window; otherwise no request needs a look-up. */
export async function hasEvaluations(ask: RunQuestionQuery, filter: FactsFilter): Promise<boolean> {
  return (await ask(anyEvaluationQuery(filter))).length > 0;
}

/**
 * The protection of each of these requests, by request id; a request without a record is absent. An evaluation that
 * names another admission does not belong to the request, so no page shows it.
 *
 * @param evaluated the result of `hasEvaluations`
 */
export async function findProtection(
  ask: RunQuestionQuery,
  filter: FactsFilter,
  requests: readonly FoundRequest[],
  evaluated: boolean,
): Promise<Map<string, ProtectionEvaluationRow[]>> {
  const evaluations = new Map<string, ProtectionEvaluationRow[]>();
  for (const request of requests) {
    if (request.protection_observed) evaluations.set(request.logical_request_id, []);
  }
  if (!evaluated || requests.length === 0) return evaluations;
  const admitted = new Map(requests.map(({ logical_request_id: id, at }) => [id, at]));
  for (const found of await ask<FoundEvaluation>(requestProtectionQuery(filter, requests))) {
    const { logical_request_id: request, at, ...evaluation } = found;
    if (admitted.get(request) !== at) continue;
    evaluations.set(request, [...(evaluations.get(request) ?? []), evaluation as ProtectionEvaluationRow]);
  }
  return evaluations;
}

/** A request in the form of an answer. */
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
    ...(!found.streaming_unknown && { streaming: found.streaming }),
    ...(evaluations && { protection_evaluations: evaluations }),
  };
}

/** The order of the statements, which compare strings by their bytes. */
function newestFirst(one: FoundRequest, other: FoundRequest): number {
  return (
    Number(other.at) - Number(one.at) ||
    Buffer.compare(Buffer.from(other.logical_request_id), Buffer.from(one.logical_request_id))
  );
}
