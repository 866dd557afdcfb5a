import type { Attempt } from '../../contracts/ingest/events/attempt.ts';
import type { RequestTerminal } from '../../contracts/ingest/events/request-terminal.ts';
import type { Price } from '../../domain/models/price.ts';

/** How it ended; milliseconds count from when its body was whole (`startedMs`), by a clock that only goes on. */
export interface CallEnding {
  readonly status: RequestTerminal['status'];
  /** Where there is something to add to the status. */
  readonly kind?: string | undefined;
  /** Whether an answer came to its end that others may be given; absent where none is known to. */
  readonly isAnswer?: boolean;
  readonly totalMs: number;
  /** Of a stream. */
  readonly firstOutputMs?: number | undefined;
  /** Absent where no provider was sent anything. */
  readonly attempt?: CalledProvider | undefined;
  /** Attempts before it that were turned away, one after the other. */
  readonly earlier?: readonly EarlierAttempt[];
}

export interface CalledProvider {
  readonly provider: string;
  /** The one that answered, or else the one that was asked for. */
  readonly model: string;
  /** The one that was asked for. */
  readonly asked: string;
  readonly dispatchedMs: number;
  readonly outputState: Attempt['output_state'];
  /** By the units of the price table; undefined where nobody knows. */
  readonly units: Readonly<Record<string, number>> | undefined;
  /** Whether we counted them, in place of the provider. */
  readonly isEstimate: boolean;
  /** `nothing` where the provider refused the call, so that it cost nothing. */
  readonly price: Price | 'nothing';
}

/** An attempt in whose place another one was made. */
export interface EarlierAttempt extends CalledProvider {
  readonly endedMs: number;
}
