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
import type { RequestFacts } from '../request/read-call.ts';
import type { AttemptPlan, Candidate } from '../routing/attempt-plan.ts';
import type { RoutingMetrics } from '../routing/routing-metrics.ts';
import type { CallTraces } from '../traces/call-traces.ts';

export interface ForwardedParts {
  readonly keys: Pick<KeyRing, 'refusalOf'>;
  readonly log: DecisionLog;
  readonly prices: PriceTable;
  readonly metrics: Pick<ProxyMetrics, 'answered' | 'ended' | 'called'> & Pick<RoutingMetrics, 'retried'>;
  /** Absent if no crash is tested. */
  readonly faultPoints?: FaultPoints | undefined;
  /** Absent if nothing is traced. */
  readonly traces?: CallTraces | undefined;
  /** The monotonic clock, in milliseconds. */
  readonly monotonicMs: () => number;
}

/** A call as one provider receives it. */
export interface UpstreamCall {
  readonly asked: RequestFacts;
  readonly upstream: Upstream;
  /** The path and query at the provider. */
  readonly path: string;
  /** Header names and values, alternating. */
  readonly headers: string[];
  readonly body: BodyBytes;
  /** The operator's key that the call uses; undefined if it uses the caller's key or none. */
  readonly ownKey: string | undefined;
  /** Names and values of the headers about the chosen tier, alternating. */
  readonly routeHeaders: readonly string[];
}

/** A call that is forwarded to a provider. */
export interface Forwarding extends UpstreamCall {
  readonly call: AdmittedCall;
  readonly endpoint: CalledEndpoint;
  /** The candidates for further attempts; undefined if there are none. */
  readonly again: RetryPlan | undefined;
  /** The reservations for it; undefined if there are no limits. */
  readonly admission: Admission | undefined;
  /** The decision of the cache on it; undefined if no rule matches it. */
  readonly cache: CachePass | undefined;
  /** The captured content; undefined if nothing is captured. */
  readonly content: CallContent | undefined;
  /** The memory that its answer may take, in the same reservation as its body. */
  readonly room: Pick<BodyReservation, 'take'>;
  /** True if its caller reads the trailers of an answer. */
  readonly takesTrailers: boolean;
  /** The time at which its body was complete, by the monotonic clock. */
  readonly startedAt: number;
}

/** The plan of further attempts of a call, and its request for each candidate. */
export interface RetryPlan {
  readonly plan: AttemptPlan;
  readonly sentTo: (candidate: Candidate) => UpstreamCall;
}
