import { Refusal } from '../../../domain/kernel/errors.ts';
import {
  CLAIM_LEASE_MS,
  MAX_CLAIMED,
  priorityReason,
  type AnnotationCandidate,
} from '../../../domain/judges/annotation.ts';
import type {
  AnnotationClaim,
  AnnotationItem,
  ClaimedAnnotations,
} from '../../../contracts/judges/annotation-queue.ts';
import type { CandidateSearch } from '../../../contracts/judges/annotation-ports.ts';
import type { ManagementCaller } from '../access/management-caller.ts';
import type { AnnotationPorts } from '../ports/annotation-ports.ts';
import { requireAnnotator } from './require-annotator.ts';
import { featureAbsentRefusal, claimPorts, type ClaimPorts } from './require-queue.ts';

/**
 * The maximum number of candidates that one claim checks, because the first ones may be leased to others or have no
 * content.
 */
const MAX_CANDIDATES = 50_000;
/** The number of candidates in one search: one search suffices unless ten others hold their maximum. */
const PAGE = 2_000;
/** The number of candidates that are offered to Postgres in one statement. */
const BATCH = 500;

/**
 * Leases the rows with the highest priority for labelling, with their questions and answers.
 *
 * @throws Refusal `feature_absent` if there is nothing to rank, or no segment with too few labels has a row;
 * `forbidden` for the name of another person; `budget_exceeded`; `internal_error` if rows and labels cannot be read
 */
export async function leaseRows(
  ports: AnnotationPorts,
  caller: ManagementCaller,
  { k, segment = '', strategy, overlap = 1, annotator: named }: AnnotationClaim,
): Promise<ClaimedAnnotations> {
  const parts = claimPorts(ports);
  const annotator = requireAnnotator(caller, named);
  const since = parts.contents.since();
  const expiresAt = new Date(parts.clock.now().getTime() + CLAIM_LEASE_MS);
  const max = Math.min(k, MAX_CLAIMED);
  const items: AnnotationItem[] = [];
  let hasContent = false;
  const search = { strategy, segment, since, overlap, annotator };
  const offers = strategy === 'random' ? drawnRows(parts, search, () => max - items.length) : rankedRows(parts, search);
  for await (const { rows, probability } of offers) {
    hasContent ||= rows.length > 0;
    const order = { annotator, overlap, max: max - items.length, expiresAt, since, design: { strategy, probability } };
    const leased = rows.length === 0 ? [] : await parts.annotationLeases.lease(rows, order);
    items.push(...(await itemsOf(parts, annotator, strategy, leased)));
    if (items.length >= max) break;
  }
  if (!hasContent && strategy === 'starved_segments') {
    const detail =
      segment === ''
        ? 'No segment has a row to label, because no unlabelled row has stored content. Try again after more traffic.'
        : `The segment ${segment} has no row to label, because none of its unlabelled rows has stored content. Name another segment.`;
    throw featureAbsentRefusal(detail);
  }
  parts.outcomeMetrics?.claimed(strategy, items.length);
  return { items, lease_expires: items.length === 0 ? '' : expiresAt.toISOString() };
}

/** Rows with content, and the probability with which each was drawn; null for rows that were not drawn. */
interface Offer {
  readonly rows: readonly AnnotationCandidate[];
  readonly probability: number | null;
}

type ClaimSearch = Omit<CandidateSearch, 'limit' | 'offset'>;

async function* rankedRows(parts: ClaimPorts, search: ClaimSearch): AsyncGenerator<Offer, void> {
  for await (const candidates of batches(parts, search))
    yield { rows: await withContent(parts, candidates), probability: null };
}

/**
 * The rows of a random order, as many at a time as are wanted. Rows without content are passed over. Every row to draw
 * from is among the first ones with the same probability: the share of rows that the draw has looked at.
 */
async function* drawnRows(parts: ClaimPorts, search: ClaimSearch, wanted: () => number): AsyncGenerator<Offer, void> {
  const seed = `${search.annotator} ${parts.clock.now().toISOString()}`;
  let drawn: AnnotationCandidate[] = [];
  let looked = 0;
  let among = 0;
  for await (const candidates of batches(parts, { ...search, seed })) {
    const whole = new Set(await withContent(parts, candidates));
    for (const candidate of candidates) {
      looked += 1;
      among = candidate.rank;
      if (whole.has(candidate)) drawn.push(candidate);
      if (drawn.length < wanted()) continue;
      yield { rows: drawn, probability: shareOf(looked, among) };
      drawn = [];
    }
  }
  if (drawn.length > 0) yield { rows: drawn, probability: shareOf(looked, among) };
}

/** The share of looked at rows; 1 at most, because requests may have been judged during the draw. */
function shareOf(looked: number, among: number): number {
  return Math.min(1, looked / Math.max(1, among));
}

/** The rows that may be offered, in batches, in the order of priority. */
async function* batches(parts: ClaimPorts, search: ClaimSearch): AsyncGenerator<readonly AnnotationCandidate[], void> {
  for (let offset = 0; offset < MAX_CANDIDATES; offset += PAGE) {
    const candidates = await find(parts, { ...search, limit: PAGE, offset });
    for (let from = 0; from < candidates.length; from += BATCH) yield candidates.slice(from, from + BATCH);
    if (candidates.length < PAGE) return;
  }
}

async function find({ findCandidates }: ClaimPorts, search: CandidateSearch): Promise<readonly AnnotationCandidate[]> {
  const found = await findCandidates(search).catch((cause: unknown) => {
    if (cause instanceof Refusal && cause.code === 'budget_exceeded') {
      const detail = 'The search for rows reads more data than one claim may read. Name a segment, or try again later.';
      throw new Refusal('budget_exceeded', detail, { cause });
    }
    throw new Refusal(
      'internal_error',
      'The rows and their labels cannot be read. Send the request id to the operator, whose log has the cause.',
      { cause },
    );
  });
  if (found !== undefined) return found;
  throw featureAbsentRefusal(
    'No segment can be ranked, because there are no labels or verdicts yet. Send labels or verdicts with POST /outcomes.',
  );
}

async function withContent(
  { contents }: ClaimPorts,
  candidates: readonly AnnotationCandidate[],
): Promise<AnnotationCandidate[]> {
  const isWhole = await Promise.all(candidates.map((candidate) => contents.hasWhole(candidate)));
  return candidates.filter((_, index) => isWhole[index]);
}

/** The leased rows with their content; a row whose content was deleted meanwhile is released. */
async function itemsOf(
  { contents, annotationLeases }: ClaimPorts,
  annotator: string,
  strategy: AnnotationClaim['strategy'],
  leased: readonly AnnotationCandidate[],
): Promise<AnnotationItem[]> {
  const items: AnnotationItem[] = [];
  const gone: AnnotationCandidate[] = [];
  for (const candidate of leased) {
    const { request: instruction, response: output } = (await contents.find(candidate)) ?? {};
    if (instruction === undefined || output === undefined) {
      gone.push(candidate);
      continue;
    }
    items.push({
      req_id: candidate.requestId,
      workspace_id: candidate.workspaceId,
      req_ts: candidate.admittedAt.toISOString(),
      segment: candidate.segment,
      instruction,
      output,
      priority_reason: priorityReason(strategy, candidate),
    });
  }
  if (gone.length > 0) await annotationLeases.takeBack(annotator, gone);
  return items;
}
