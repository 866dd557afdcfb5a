import { questionWindow } from '../../../contracts/insight/refuse-inconsistent-question.ts';
import type { InsightQuery } from '../../../contracts/insight/insight-query.ts';
import type { ReadContext } from '../../../contracts/insight/terms/read-context.ts';
import type { ReadScope } from '../../../domain/tenancy/scope.ts';
import type { Clock } from '../../../domain/kernel/clock.ts';
import type { TimeSpan } from '../../../domain/insight/coverage.ts';
import { Refusal } from '../../../domain/kernel/errors.ts';
import { behindSince, INDEX_BEHIND_SECONDS, unreadGaps } from '../../../domain/insight/index-lag.ts';
import { excludesFrom } from '../../../domain/insight/exclusion.ts';
import { PURPOSES, type Purpose } from '../../../domain/insight/insight-sets.ts';
import type { FactsFilter } from '../question/facts-filter.ts';
import type { IngestSnapshot, IngestState } from '../../../domain/insight/ingest-state.ts';
import type { SealKey } from './context-seal.ts';
import { checkReadContext, mintReadContext, openReadContext, type ContextSubject } from './read-context.ts';

export interface ReadParts {
  readonly ingestState: IngestState;
  /** The key that seals read contexts, the same in every process that reads. */
  readonly sealKey: SealKey;
  readonly clock: Clock;
  /** Seconds that traffic may wait to be indexed before figures disclose that it is missing. */
  readonly indexBehindSeconds?: number;
}

/** The members of a question on which its pin depends. */
type Framing = Pick<
  InsightQuery,
  'from' | 'to' | 'display_tz' | 'purposes' | 'release_ids' | 'grain' | 'read_context' | 'cursor'
> & { readonly shape?: InsightQuery['shape'] };

/** A question with its pin. All reads for the question use only these members. */
export interface OpenedRead {
  readonly subject: ContextSubject;
  readonly pin: ReadContext;
  /** The hidden fence of the pin: facts that arrived above it do not exist for the read. */
  readonly fence: bigint;
  /** True if this read created the pin. */
  readonly minted: boolean;
  /**
   * The gaps of the scope, and the exclusions of the window and of the time that is read around it. Also the retention
   * horizon, the first arrivals of replaced endings and of evaluations, and the existing environments.
   */
  readonly snapshot: Pick<
    IngestSnapshot,
    'environmentIds' | 'gaps' | 'exclusions' | 'keepsFrom' | 'firstReplaced' | 'firstEvaluated'
  >;
}

const DEFAULT_PURPOSES: readonly Purpose[] = ['application'];

/**
 * Pins a question: creates a read context, or checks the echoed one.
 *
 * @param lookedAt the time that the answer reads, if it exceeds the window
 * @throws Refusal `read_context_expired`, or `snapshot_expired` for a cursor; `dependency_unavailable` for any pin
 *   while facts are loaded again, after which the pin is valid again
 */
export async function openRead(
  { ingestState, sealKey, clock, indexBehindSeconds = INDEX_BEHIND_SECONDS }: ReadParts,
  scope: ReadScope,
  query: Framing,
  lookedAt: Partial<TimeSpan> = {},
): Promise<OpenedRead> {
  const subject = subjectOf(scope, query);
  const code = query.cursor === undefined ? 'read_context_expired' : 'snapshot_expired';
  // The seal is checked before any member of the context is used.
  const echoed = query.read_context === undefined ? undefined : openReadContext(sealKey, query.read_context, code);
  const span = { from: lookedAt.from ?? subject.from, to: lookedAt.to ?? subject.to };
  const state = await ingestState.read({
    organizationId: scope.organizationId,
    workspaceId: scope.workspaceId,
    ...span,
    ...(echoed && { pin: echoed.hidden }),
  });
  if (state.isReloading === true) {
    throw new Refusal('dependency_unavailable', 'The facts of this workspace are being loaded again. Try again later.');
  }
  const now = clock.now();
  // The missing traffic that a pin discloses stays the same when the index progresses.
  const unread =
    echoed === undefined
      ? behindSince(state.waitingSince, now, indexBehindSeconds)?.toISOString()
      : echoed.context.index_behind_since;
  const read = new Set(scope.environmentIds);
  const gaps = state.gaps.filter(({ environmentId: id }) => id === undefined || read.has(id));
  const snapshot =
    unread === undefined
      ? { ...state, gaps }
      : { ...state, indexBehindSince: unread, gaps: [...gaps, ...unreadGaps(span)] };
  if (echoed === undefined) {
    const pin = mintReadContext(sealKey, subject, snapshot, now);
    return { subject, pin, fence: snapshot.fence, minted: true, snapshot };
  }
  const { context: pin, hidden } = echoed;
  checkReadContext(pin, subject, snapshot, now, code);
  return { subject, pin, fence: hidden.fence, minted: false, snapshot };
}

/**
 * The filter for the facts of a span that a pin shows. The span is empty if it is completely before the retention
 * horizon.
 */
export function factsFilter(
  { subject, fence, snapshot }: OpenedRead,
  span: TimeSpan = subject,
): FactsFilter & { readonly purposes: readonly Purpose[] } {
  const { scope, releaseIds, purposes } = subject;
  const from = snapshot.keepsFrom !== undefined && snapshot.keepsFrom > span.from ? snapshot.keepsFrom : span.from;
  return {
    organizationId: scope.organizationId,
    workspaceId: scope.workspaceId,
    environmentIds: scope.environmentIds,
    from: from < span.to ? from : span.to,
    to: span.to,
    ...(snapshot.keepsFrom && { keepsFrom: snapshot.keepsFrom }),
    purposes,
    releaseIds,
    fence,
    hasReplacedEndings: hasArrived(snapshot.firstReplaced, fence),
    exclusions: snapshot.exclusions.filter((exclusion) => excludesFrom(exclusion, scope.environmentIds, span)),
  };
}

/** True if the scope of a pin has every environment of the workspace, so that all facts of the workspace are shown. */
export function holdsEveryEnvironment({ subject, snapshot }: OpenedRead): boolean {
  const held = new Set(subject.scope.environmentIds);
  return snapshot.environmentIds.every((id) => held.has(id));
}

/** True if the first event of a kind arrived at or below the fence; `first` is undefined if none has arrived. */
export function hasArrived(first: bigint | undefined, fence: bigint): boolean {
  return first !== undefined && first <= fence;
}

function subjectOf(scope: ReadScope, query: Framing): ContextSubject {
  const asked = query.purposes ?? DEFAULT_PURPOSES;
  return {
    scope,
    releaseIds: [...new Set(query.release_ids)].sort(),
    ...questionWindow(query),
    displayTz: query.display_tz ?? 'UTC',
    purposes: PURPOSES.filter((purpose) => asked.includes(purpose)),
    ...(query.shape === 'series' && query.grain !== undefined && { grain: query.grain }),
  };
}
