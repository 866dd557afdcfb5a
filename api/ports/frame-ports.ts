import type { FastifyBaseLogger } from 'fastify';
import type { BuildVersion } from '../../domain/installation/build-version.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { IdKind } from '../../domain/kernel/id-prefixes.ts';
import type { AuditStore } from '../../store/installation/audit-store.ts';
import type { CloseReason } from '../../transport/limit-connections.ts';
import type { RequestLimits } from './request-limits.ts';
import type { RequestMetrics } from './request-metrics.ts';

export type AuditPort = Pick<AuditStore, 'begin' | 'end' | 'record' | 'recount'>;

/** The ports of an application in any lane. */
export interface FramePorts {
  /** The build that `/healthz` and the OpenAPI document state. */
  readonly build: BuildVersion;
  readonly clock: Clock;
  /** A monotonic clock in milliseconds; absent: that of the process. */
  readonly monotonicMs?: () => number;
  readonly newId: (kind: IdKind) => string;
  readonly audit: AuditPort;
  /** True once this process was asked to stop. Absent if no signal reaches it. */
  readonly isStopping?: () => boolean;
  readonly limits: RequestLimits;
  /** The origins whose pages may call from a browser; absent: none. */
  readonly allowedOrigins?: readonly string[];
  /** Absent if metrics are off; then nothing is counted. */
  readonly requestMetrics?: RequestMetrics;
  /** Counts a connection that the server closed; absent if metrics are off. */
  readonly connectionClosed?: (reason: CloseReason) => void;
  /** True for an error that means that Postgres does not answer, so that a retry may succeed. */
  readonly isStoreUnavailable: (error: unknown) => boolean;
  readonly logger: FastifyBaseLogger;
}
