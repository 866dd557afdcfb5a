import type { Purpose } from '../../domain/insight/insight-sets.ts';
import type { KeyInForce } from '../../store/gateway/virtual-key-store.ts';

/** The facts about an admitted request, which every line of it has. */
export interface AdmittedCall {
  /** Made by the gateway, of letters, digits and underscores: JSON has it as it is. */
  readonly requestId: string;
  /** Absent: an application waits for it. */
  readonly purpose?: Purpose;
  readonly key: Pick<KeyInForce, 'keyId' | 'owner' | 'leaf' | 'rotations'>;
  /** The time at which its head was admitted: limits count it in the windows of this instant. */
  readonly admittedAt: Date;
  /**
   * Milliseconds from then until its body was there, which are part of no latency. Absent: it has none, or was refused
   * by its head.
   */
  readonly bodyMs?: number;
  readonly streaming: boolean;
  readonly traceId: string | undefined;
  /** The tier that serves it; absent where it goes where it is asked. */
  readonly routeId?: string;
  /** Bytes of its body. */
  readonly bytes: number;
  readonly annotations: Readonly<Record<string, string>>;
}
