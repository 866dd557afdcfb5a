import type { RefusalCode } from '../../domain/kernel/errors.ts';

/** The first digit of a status; `aborted` where the connection ended before the answer did. */
export const STATUS_CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx', 'aborted'] as const;
export type StatusClass = (typeof STATUS_CLASSES)[number];

/** A request that has come to its end. Each member but the time is of a small closed set. */
export interface EndedRequest {
  /** The template of its route, such as `/healthz`; `unmatched` where there is none. */
  readonly route: string;
  readonly method: string;
  readonly status: StatusClass;
  readonly seconds: number;
  /** Set where it was answered with a problem. */
  readonly problem: RefusalCode | undefined;
}

/** Counts of requests and their durations. */
export interface RequestMetrics {
  arrived(): void;
  /** Called once for each request that has arrived. */
  ended(request: EndedRequest): void;
}
