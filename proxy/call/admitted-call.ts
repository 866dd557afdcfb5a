import type { Purpose } from '../../domain/insight/insight-sets.ts';
import type { ActiveKey } from '../../store/gateway/virtual-key-store.ts';
import type { CallDimensions } from './call-dimensions.ts';

/** The facts about an admitted request that each of its lines repeats. */
export interface AdmittedCall {
  /** The id that the gateway gives it, of letters, digits and underscores: it needs no escaping in JSON. */
  readonly requestId: string;
  /** The purpose of the call; absent if an application waits for the answer. */
  readonly purpose?: Purpose;
  readonly key: Pick<ActiveKey, 'keyId' | 'owner' | 'leaf' | 'rotations'>;
  /** The time at which the head was admitted. Limits count the call in the windows of this instant. */
  readonly admittedAt: Date;
  /**
   * Milliseconds from admission until the body was complete; no latency includes them. Absent if there is no body, or
   * the head was refused.
   */
  readonly bodyMs?: number;
  readonly streaming: boolean;
  readonly traceId: string | undefined;
  /** The tier that serves the call; absent if the call goes to the model that it names. */
  readonly routeId?: string;
  /** Bytes of its body. */
  readonly bytes: number;
  /** The dimensions that its caller states and that the gateway derives; absent if there are none. */
  readonly dimensions?: CallDimensions;
  /** Everything else that its row records, by the name of the annotation. */
  readonly annotations: Readonly<Record<string, string>>;
}
