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
  for await (const candidates of batches(parts, { strategy, segment, since, overlap, annotator })) {
    const whole = await withContent(parts, candidates);
    hasContent ||= whole.length > 0;
    const order = { annotator, overlap, max: max - items.length, expiresAt, since };
    const leased = whole.length === 0 ? [] : await parts.annotationLeases.lease(whole, order);
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

/** The rows that may be offered, in batches, in the order of priority. */
async function* batches(
  parts: ClaimPorts,
  search: Omit<CandidateSearch, 'limit' | 'offset'>,
): AsyncGenerator<readonly AnnotationCandidate[], void> {
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
