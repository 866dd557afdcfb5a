import type { RefusalCode } from '../../domain/kernel/errors.ts';

/** The classes of statuses by their first digit; `aborted` if the connection ended before the answer. */
export const STATUS_CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx', 'aborted'] as const;
export type StatusClass = (typeof STATUS_CLASSES)[number];

/** A request that has ended. Each member except the time has few possible values. */
export interface EndedRequest {
  /** The template of its route, such as `/healthz`; `unmatched` without a route. */
  readonly route: string;
  readonly method: string;
  readonly status: StatusClass;
  readonly seconds: number;
  /** The reason of a refusal, if the request was answered with a problem. */
  readonly problem: RefusalCode | undefined;
}

/** Counts of requests and their durations. */
export interface RequestMetrics {
  arrived(): void;
  /** Records the end of a request. Called once for each request that has arrived. */
  ended(request: EndedRequest): void;
}
