import { isChartOpened } from '../../../contracts/insight/refuse-inconsistent-question.ts';
import type { FeedbackRow, MarkerRow } from '../../../contracts/insight/answer/answer-rows.ts';
import type { InsightAnswer } from '../../../contracts/insight/answer/insight-answer.ts';
import type { InsightQuery } from '../../../contracts/insight/insight-query.ts';
import { QUERY_LIMITS } from '../../../contracts/insight/terms/query-limits.ts';
import { DefectError, Refusal } from '../../../domain/kernel/errors.ts';
import type { FactsFilter } from '../question/facts-filter.ts';
import { factsFilter, hasArrived, type OpenedRead } from '../pin/open-read.ts';
import type { SealKey } from '../pin/context-seal.ts';
import type { RunQuestionQuery } from '../../statements/bound-query.ts';
import { SUPPORTED_RANGE } from '../question/supported-range.ts';
import {
  attemptRowPosition,
  attemptRow,
  chargedAttemptRows,
  findAttempts,
  findChargedAttempts,
} from './attempt-page.ts';
import { feedbackPageQuery, type FoundVerdict } from './feedback-page-query.ts';
import { markerPageQuery, type FoundMarker } from './marker-page-query.ts';
import type { PageBounds, RowPosition } from './page-clauses.ts';
import { findProtection, findRequests, hasEvaluations, requestRowPosition, requestRow } from './request-page.ts';
import { openCursor, sealCursor } from './row-cursor.ts';

/** A drilldown or a question for markers, and its pin. */
export interface RowRead {
  readonly query: InsightQuery;
  readonly opened: OpenedRead;
  /** The key that seals cursors; read contexts use the same one. */
  readonly sealKey: SealKey;
}

/** One page of rows. */
export interface RowPage {
  readonly body: Pick<InsightAnswer, 'requests' | 'attempts' | 'feedback' | 'markers'>;
  /** True if the page is full, so that more rows may follow. */
  readonly truncated: boolean;
  /** Present if more rows follow. */
  readonly nextCursor?: string;
}

/** The rows of a page, and its last position if more rows follow. */
interface FoundPage {
  readonly body: RowPage['body'];
  readonly shown: number;
  readonly next?: RowPosition;
}

interface Reading {
  readonly ask: RunQuestionQuery;
  readonly opened: OpenedRead;
  readonly filter: FactsFilter;
  /** The number of rows that the page shows. One more is read to detect whether more follow. */
  readonly size: number;
  readonly bounds: PageBounds;
}

const DEFAULT_PAGE_SIZE = 50;

/**
 * The rows of one page, newest first.
 *
 * @throws Refusal `forbidden`, `validation_failed` at `/cursor`, or any error of `ask`
 */
export async function readRows(ask: RunQuestionQuery, { query, opened, sealKey }: RowRead): Promise<RowPage> {
  if (query.attempt_filter?.cost_effects_only === true && !opened.subject.scope.mayReadCost) {
    throw new Refusal(
      'forbidden',
      'Attempts by cost effects need `cost.read` for the complete scope. Narrow the scope, or ask an operator for the permission.',
    );
  }
  const owner = { sealKey, pin: opened.pin, query };
  const after = query.cursor === undefined ? undefined : openCursor(owner, query.cursor);
  const size = query.page_size ?? (isChartOpened(query) ? QUERY_LIMITS.max_chart_rows : DEFAULT_PAGE_SIZE);
  const bounds = { rows: size + 1, ...(after && { after }) };
  const page = await readPage(query, { ask, opened, filter: factsFilter(opened), size, bounds });
  return {
    body: page.body,
    truncated: page.shown === size,
    ...(page.next && !isChartOpened(query) && { nextCursor: sealCursor(owner, page.next) }),
  };
}

function readPage(query: InsightQuery, reading: Reading): Promise<FoundPage> {
  if (query.shape === 'markers') return readMarkers(reading);
  switch (query.drilldown) {
    case 'request':
      return readRequests(query, reading);
    case 'attempt':
      return query.attempt_filter?.cost_effects_only === true
        ? readCharged(query.attempt_filter, reading)
        : readAttempts(query.attempt_filter ?? {}, reading);
    case 'feedback':
      return readFeedback(query.feedback_filter ?? {}, reading);
    default:
      throw new DefectError(`The shape ${query.shape} has no rows.`);
  }
}

async function readRequests(query: InsightQuery, { ask, opened, filter, size, bounds }: Reading): Promise<FoundPage> {
  const [found, evaluated] = await Promise.all([
    findRequests(ask, filter, query, bounds),
    // Each statement has a cost of planning, and most workspaces have no component that evaluates.
    hasArrived(opened.snapshot.firstEvaluated, opened.fence) && hasEvaluations(ask, filter),
  ]);
  const { shown, next } = cut(found, size, requestRowPosition);
  const protection = await findProtection(ask, filter, shown, evaluated);
  const requests = shown.map((request) => requestRow(request, protection.get(request.logical_request_id)));
  return { body: { requests }, shown: shown.length, ...(next && { next }) };
}

type AttemptFilter = NonNullable<InsightQuery['attempt_filter']>;

async function readAttempts(narrowing: AttemptFilter, { ask, filter, size, bounds }: Reading): Promise<FoundPage> {
  const found = await findAttempts(ask, filter, narrowing, bounds);
  const { shown, next } = cut(found, size, attemptRowPosition);
  return { body: { attempts: shown.map(attemptRow) }, shown: shown.length, ...(next && { next }) };
}

async function readCharged(
  narrowing: AttemptFilter,
  { ask, opened, filter, size, bounds }: Reading,
): Promise<FoundPage> {
  const { shown, next } = cut(await findChargedAttempts(ask, filter, narrowing, bounds), size, attemptRowPosition);
  // An effect in the window may belong to an attempt before the window.
  const kept = factsFilter(opened, { from: SUPPORTED_RANGE.from, to: opened.subject.to });
  const attempts = await chargedAttemptRows(ask, kept, shown);
  return { body: { attempts }, shown: shown.length, ...(next && { next }) };
}

async function readFeedback(
  narrowing: NonNullable<InsightQuery['feedback_filter']>,
  { ask, opened, filter, size, bounds }: Reading,
): Promise<FoundPage> {
  const withIssuer = opened.subject.scope.mayReadContent;
  const found = await ask<FoundVerdict>(feedbackPageQuery(filter, narrowing, bounds, withIssuer));
  const { shown, next } = cut(found, size, (verdict) => [
    verdict.at,
    verdict.logical_request_id,
    verdict.issuer_ref,
    verdict.feedback_id,
  ]);
  return { body: { feedback: shown.map(feedbackRow) }, shown: shown.length, ...(next && { next }) };
}

async function readMarkers({ ask, filter, size, bounds }: Reading): Promise<FoundPage> {
  const found = await ask<FoundMarker>(markerPageQuery(filter, bounds));
  const { shown, next } = cut(found, size, (marker) => [marker.at, marker.marker_id]);
  return { body: { markers: shown.map(markerRow) }, shown: shown.length, ...(next && { next }) };
}

/** The rows that the page shows, and the position of the last one if more rows follow. */
function cut<Found>(
  found: readonly Found[],
  size: number,
  positionOf: (row: Found) => RowPosition,
): { shown: readonly Found[]; next?: RowPosition } {
  const shown = found.slice(0, size);
  const last = shown.at(-1);
  return { shown, ...(found.length > size && last !== undefined && { next: positionOf(last) }) };
}

function feedbackRow({ at, issuer, ...verdict }: FoundVerdict): FeedbackRow {
  return {
    ...verdict,
    value: verdict.value as FeedbackRow['value'],
    match: verdict.match as FeedbackRow['match'],
    purpose: verdict.purpose as FeedbackRow['purpose'],
    revision: String(verdict.revision),
    occurred_at: new Date(Number(at)).toISOString(),
    ...(issuer !== undefined && issuer !== '' && { issuer }),
  };
}

function markerRow(marker: FoundMarker): MarkerRow {
  return {
    marker_kind: marker.marker_kind as MarkerRow['marker_kind'],
    release_id: marker.release_id,
    ...(marker.effective_digest !== '' && { effective_digest: marker.effective_digest }),
    gateway_id: marker.gateway_id,
    environment_id: marker.environment_id,
    actor_kind: marker.actor_kind as MarkerRow['actor_kind'],
    occurred_at: new Date(Number(marker.at)).toISOString(),
  };
}
