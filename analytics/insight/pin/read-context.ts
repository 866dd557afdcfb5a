import { Compile } from 'typebox/compile';
import { canonicalJson, sha256Digest } from '../../../contracts/wire/canonical-json.ts';
import { QUERY_LIMITS } from '../../../contracts/insight/terms/query-limits.ts';
import {
  CATALOG_VERSION,
  FILTER_VERSION,
  ReadContextSchema,
  type ReadContext,
} from '../../../contracts/insight/terms/read-context.ts';
import type { ReadScope } from '../../../domain/tenancy/scope.ts';
import { Refusal } from '../../../domain/kernel/errors.ts';
import { coverageEntries, computeSpanCoverage, type CoverageEntry } from '../../../domain/insight/coverage.ts';
import { excludesFrom } from '../../../domain/insight/exclusion.ts';
import type { Grain, Purpose } from '../../../domain/insight/insight-sets.ts';
import type { IngestSnapshot } from '../../../domain/insight/ingest-state.ts';
import { openSeal, sealContext, type SealedPin, type SealKey } from './context-seal.ts';

/** The subject to which a context is bound: its reader, its scope, and the framing of the question. */
export interface ContextSubject {
  readonly scope: ReadScope;
  /** Sorted, each once. */
  readonly releaseIds: readonly string[];
  readonly from: Date;
  readonly to: Date;
  readonly displayTz: string;
  /** The purposes in the order of the closed set, each once. */
  readonly purposes: readonly Purpose[];
  /** Present for a series, as information: a context is valid for any grain. */
  readonly grain?: Grain;
}

/** The state of ingestion, with the traffic that is not read yet. */
export interface DisclosedSnapshot extends IngestSnapshot {
  /** An RFC 3339 instant; absent if the index is current. */
  readonly indexBehindSince?: string;
}

/** The refusals of an expired context: refresh the view, or start paging again. */
type ExpiryCode = 'read_context_expired' | 'snapshot_expired';

type Identity = ReturnType<typeof identityOf>;

const shape = Compile(ReadContextSchema);

/**
 * Creates the pin of a first read. Traffic that arrives after this moment does not exist for reads under the context.
 */
export function mintReadContext(
  key: SealKey,
  subject: ContextSubject,
  snapshot: DisclosedSnapshot,
  now: Date,
): ReadContext {
  const unsealed = {
    ...identityOf(subject, snapshot),
    ...(subject.grain !== undefined && { grain: subject.grain }),
    arrival_fence: String(snapshot.ownFence),
    disclosed_through: String(snapshot.ownDisclosedThrough),
    watermarks: snapshot.watermarks.map((watermark) => ({
      producer_class: watermark.producer_class,
      produced_through: String(watermark.produced_through),
      indexed_through: String(watermark.indexed_through),
      ...(watermark.last_indexed_at && { last_indexed_at: watermark.last_indexed_at.toISOString() }),
    })),
    coverage: coverageOfWindow(subject, snapshot),
    ...(snapshot.indexBehindSince !== undefined && { index_behind_since: snapshot.indexBehindSince }),
    evaluated_at: now.toISOString(),
  };
  return { ...unsealed, seal: sealContext(key, unsealed, snapshot) };
}

function coverageOfWindow(subject: ContextSubject, { gaps, keepsFrom, exclusions }: IngestSnapshot): CoverageEntry[] {
  const isExcluded = exclusions.some((exclusion) => excludesFrom(exclusion, subject.scope.environmentIds, subject));
  return [
    ...coverageEntries(computeSpanCoverage(subject, gaps, keepsFrom)),
    ...(isExcluded ? (['excluded'] as const) : []),
  ];
}

/**
 * Opens a context that a client echoed: the context and its hidden part, if this service created it. `checkReadContext`
 * decides whether it is valid for the question.
 *
 * @throws Refusal `code` for any other value. All causes have the same sentence, here and in `checkReadContext`: only a
 *   forger would benefit from the cause
 */
export function openReadContext(
  key: SealKey,
  echoed: unknown,
  code: ExpiryCode,
): { readonly context: ReadContext; readonly hidden: SealedPin } {
  const hidden = shape.Check(echoed) ? openSeal(key, echoed) : undefined;
  if (hidden === undefined) throw expired(code);
  return { context: echoed as ReadContext, hidden };
}

/**
 * Accepts an opened context for a question if it was created for this caller, scope and framing, under generations that
 * are still valid, at most a day ago. A context from one shape of a question is valid for all of its shapes.
 *
 * @throws Refusal `code` in every other case
 */
export function checkReadContext(
  opened: ReadContext,
  subject: ContextSubject,
  snapshot: IngestSnapshot,
  now: Date,
  code: ExpiryCode,
): void {
  const expected: Identity = identityOf(subject, snapshot);
  const held = Object.fromEntries(Object.keys(expected).map((member) => [member, opened[member as keyof Identity]]));
  if (canonicalJson(held) !== canonicalJson(expected)) throw expired(code);
  const age = now.getTime() - new Date(opened.evaluated_at).getTime();
  if (age > QUERY_LIMITS.read_context_max_age_seconds * 1_000) throw expired(code);
}

function identityOf(subject: ContextSubject, state: IngestSnapshot) {
  const { scope, releaseIds, from, to, displayTz, purposes } = subject;
  return {
    schema: 1,
    catalog_version: CATALOG_VERSION,
    filter_version: FILTER_VERSION,
    central_account_id: scope.subjectId,
    workspace_id: scope.workspaceId,
    scope_digest: sha256Digest({
      organization_id: scope.organizationId,
      workspace_id: scope.workspaceId,
      environment_ids: scope.environmentIds,
      release_ids: releaseIds,
    }),
    authority_epoch: scope.authorityEpoch,
    projection_generation: String(state.generations.projection),
    retention_generation: String(state.generations.retention),
    exclusion_generation: String(state.generations.exclusion),
    from: from.toISOString(),
    to: to.toISOString(),
    display_tz: displayTz,
    purposes: [...purposes],
  };
}

function expired(code: ExpiryCode): Refusal {
  switch (code) {
    case 'read_context_expired':
      return new Refusal(
        code,
        'The read context has expired, or belongs to another question. Send the question again without `read_context`.',
      );
    case 'snapshot_expired':
      return new Refusal(
        code,
        'The pages of this read have expired. Send the question again without `read_context` and `cursor`.',
      );
  }
}
