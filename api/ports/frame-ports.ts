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
  /** Milliseconds that only go on; those of the process when absent. */
  readonly monotonicMs?: () => number;
  readonly newId: (kind: IdKind) => string;
  readonly audit: AuditPort;
  /** True once this process was asked to stop. Absent if no signal reaches it. */
  readonly isStopping?: () => boolean;
  readonly limits: RequestLimits;
  /** The origins whose pages may call from a browser; none when absent. */
  readonly allowedOrigins?: readonly string[];
  /** Absent where nobody asks for metrics: then nothing is counted. */
  readonly requestMetrics?: RequestMetrics;
  /** Counts a connection that the server closed. Absent where nobody asks for metrics. */
  readonly connectionClosed?: (reason: CloseReason) => void;
  /** True for a fault that means that Postgres does not answer, so that trying again later may help. */
  readonly isStoreUnavailable: (error: unknown) => boolean;
  readonly logger: FastifyBaseLogger;
}
