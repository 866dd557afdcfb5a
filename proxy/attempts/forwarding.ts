import type { CalledEndpoint } from '../../domain/models/protocols.ts';
import type { FaultPoints } from '../../domain/kernel/fault-points.ts';
import type { PriceTable } from '../../providers/prices/price-table.ts';
import type { BodyBytes } from '../body/body-bytes.ts';
import type { BodyReservation } from '../body/body-budget.ts';
import type { CachePass } from '../cache/cache-decision.ts';
import type { CallContent } from '../capture/call-content.ts';
import type { AdmittedCall } from '../call/admitted-call.ts';
import type { DecisionLog } from '../decision-log/decision-log.ts';
import type { Admission } from '../governance/admission.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { ProxyMetrics } from '../metrics/proxy-metrics.ts';
import type { Upstream } from '../call/open-upstream.ts';
import type { AskedCall } from '../request/read-call.ts';
import type { AttemptPlan, Candidate } from '../routing/attempt-plan.ts';
import type { RoutingMetrics } from '../routing/routing-metrics.ts';
import type { CallTraces } from '../traces/call-traces.ts';

export interface ForwardedParts {
  readonly keys: Pick<KeyRing, 'refusalOf'>;
  readonly log: DecisionLog;
  readonly prices: PriceTable;
  readonly metrics: Pick<ProxyMetrics, 'answered' | 'ended' | 'called'> & Pick<RoutingMetrics, 'retried'>;
  /** Absent where no crash is tested. */
  readonly faultPoints?: FaultPoints | undefined;
  /** Absent where nothing is traced. */
  readonly traces?: CallTraces | undefined;
  /** Milliseconds that only go on. */
  readonly monotonicMs: () => number;
}

/** A call as one provider gets it. */
export interface SentTo {
  readonly asked: AskedCall;
  readonly upstream: Upstream;
  /** Path and query there. */
  readonly path: string;
  /** Names and values one after the other. */
  readonly headers: string[];
  readonly body: BodyBytes;
  /** The operator's key that it is called with; undefined where it is called with its caller's, or with none. */
  readonly ownKey: string | undefined;
  /** Names and values of what its answer says of the tier that was chosen, one after the other. */
  readonly routeHeaders: readonly string[];
}

/** A call that is sent on. */
export interface Forwarding extends SentTo {
  readonly call: AdmittedCall;
  readonly endpoint: CalledEndpoint;
  /** The candidates for further attempts; undefined if there are none. */
  readonly again: Again | undefined;
  /** The reservations for it; undefined if there are no limits. */
  readonly admission: Admission | undefined;
  /** The decision of the cache on it; undefined if no rule matches it. */
  readonly cache: CachePass | undefined;
  /** The content that is captured of it; undefined if nothing is. */
  readonly content: CallContent | undefined;
  /** The memory that its answer may take, in the same reservation as its body. */
  readonly room: Pick<BodyReservation, 'take'>;
  /** True if its caller reads the trailers of an answer. */
  readonly takesTrailers: boolean;
  /** The time of its admission, by the monotonic clock. */
  readonly startedAt: number;
}

/** The repetition of a call. */
export interface Again {
  readonly plan: AttemptPlan;
  readonly sentTo: (candidate: Candidate) => SentTo;
}
