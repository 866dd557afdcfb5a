import type {
  CapturedContent,
  ContentRefused,
  ContentStore,
  JudgeReason,
} from '../../contracts/ingest/events/captured-content.ts';
import type { CandidateSearch, FindCandidates } from '../../contracts/judges/annotation-ports.ts';
import type { LabelDesign } from '../../domain/judges/label-design.ts';
import type { AnnotationCandidate } from '../../domain/judges/annotation.ts';
import type { AnnotationLeaseStore, LeaseOrder } from '../../store/judges/annotation-lease-store.ts';

/** Rows to label, their content and their leases, in memory. */
export class FakeAnnotation {
  /** The rows that a search finds; undefined if no segment can be ranked; an error to make the search fail. */
  candidates: readonly AnnotationCandidate[] | undefined | Error = [];
  readonly searches: CandidateSearch[] = [];
  readonly orders: LeaseOrder[] = [];
  readonly kept = new Map<string, Pick<CapturedContent, 'request' | 'response' | 'isCutOff'>>();
  /** The reasons of judges for their verdicts on the request `r1`. */
  readonly reasons: JudgeReason[] = [];
  /** The holder of each request's lease. */
  readonly held = new Map<string, string>();
  readonly skipped: string[] = [];
  /** The design of each leased request. */
  readonly designs = new Map<string, LabelDesign>();
  /** The error with which storing fails; undefined if it succeeds. */
  refusal: ContentRefused | undefined;
  /** The requests whose content disappears between the check and the read. */
  readonly going = new Set<string>();

  readonly findCandidates: FindCandidates = (search) => {
    this.searches.push(search);
    if (this.candidates instanceof Error) return Promise.reject(this.candidates);
    return Promise.resolve(this.candidates?.slice(search.offset, search.offset + search.limit));
  };

  readonly contents: Omit<ContentStore, 'wanted'> = {
    keep: () => (this.refusal === undefined ? Promise.resolve() : Promise.reject(this.refusal)),
    find: (request) =>
      Promise.resolve(
        this.going.has(request.requestId) ? undefined : { ...request, ...this.kept.get(request.requestId) },
      ),
    keepReason: () => Promise.resolve(),
    findReasons: ({ requestId }, outcomeId) =>
      Promise.resolve(this.reasons.filter((reason) => requestId === 'r1' && reason.outcomeId === outcomeId)),
    hasWhole: ({ requestId }) => Promise.resolve(this.kept.has(requestId)),
    since: () => new Date('2026-01-30T12:00:00.000Z'),
    hasDue: () => Promise.resolve(false),
    removeDue: () => Promise.resolve(0),
    removeBefore: () => Promise.resolve(0),
  };

  readonly leases: AnnotationLeaseStore = {
    lease: (candidates, order) => {
      this.orders.push(order);
      const free = candidates.filter(({ requestId }) => !this.held.has(requestId)).slice(0, order.max);
      for (const { requestId } of free) {
        this.held.set(requestId, order.annotator);
        this.designs.set(requestId, order.design);
      }
      return Promise.resolve(free);
    },
    takeBack: (_annotator, rows) => {
      for (const { requestId } of rows) this.held.delete(requestId);
      return Promise.resolve();
    },
    release: (annotator, requestIds, skip) => {
      const mine = requestIds.filter((id) => this.held.get(id) === annotator);
      for (const id of mine) this.held.delete(id);
      if (skip) this.skipped.push(...mine);
      return Promise.resolve(mine.length);
    },
    designs: (labels) =>
      Promise.resolve(
        labels.map(({ requestId, annotator }) =>
          this.held.get(requestId) === annotator ? this.designs.get(requestId) : undefined,
        ),
      ),
    progress: () =>
      Promise.resolve([
        {
          annotator: 'grace',
          claimed: 3,
          leased: 1,
          released: 1,
          skipped: 0,
          last_claimed_at: '2026-03-01T11:00:00.000Z',
        },
      ]),
  };
}
