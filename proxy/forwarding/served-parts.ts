import type { Clock } from '../../domain/kernel/clock.ts';
import type { RetrySettings } from '../../domain/gateway/routing/retry-settings.ts';
import type { BodyBudget } from '../body/body-budget.ts';
import type { LargeBodyReader } from '../body/large-body-reader.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import type { Upstream } from '../call/open-upstream.ts';
import type { ContentCapture } from '../capture/content-capture.ts';
import type { Governor } from '../governance/governor.ts';
import type { AnnotationSettings } from '../headers/read-annotations.ts';
import type { ProxyMetrics } from '../metrics/proxy-metrics.ts';
import type { Router } from '../routing/router.ts';
import type { RoutingMetrics } from '../routing/routing-metrics.ts';
import type { ForwardedParts } from '../attempts/forwarding.ts';
import type { ShadowCalls } from './shadow-calls.ts';

/** The parts of the configuration file, ready for calls. */
export interface ComposedParts {
  /** Absent if the configuration file asks for no cache. */
  readonly cache?: Pick<ResponseCache, 'lookUp' | 'rules'> | undefined;
  /** Absent if nothing is captured. */
  readonly capture?: Pick<ContentCapture, 'open' | 'keepsWords'> | undefined;
  readonly upstreams: readonly Upstream[];
  readonly settings: AnnotationSettings;
  /** Undefined if there are no limits. */
  readonly governor: Governor | undefined;
  /** Undefined if no tier is chosen. */
  readonly router: Router | undefined;
  readonly retries: RetrySettings;
  /** Undefined if no shadow calls are made. */
  readonly shadows: ShadowCalls | undefined;
}

export interface ServedParts extends ForwardedParts, ComposedParts {
  readonly bodies: BodyBudget;
  readonly largeBodies: Pick<LargeBodyReader, 'read'>;
  readonly metrics: ProxyMetrics & Pick<RoutingMetrics, 'retried'>;
  readonly clock: Clock;
  readonly newRequestId: () => string;
  /** A random number from 0 to below 1. */
  readonly random: () => number;
}
