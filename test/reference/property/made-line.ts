import type { FactEvent } from '../../../contracts/ingest/events/traffic-event.ts';
import type { ProducerClass } from '../../../domain/insight/insight-sets.ts';
import type { Span } from '../world.ts';

/** A line of a batch, and its meaning by the way in which it was generated. */
export type MadeLine =
  | { readonly kind: 'event'; readonly text: string; readonly event: FactEvent; readonly isRepeated?: true }
  | { readonly kind: 'blank'; readonly text: string }
  /** A gap that is disclosed unchanged. */
  | { readonly kind: 'gap'; readonly text: string; readonly gap: MadeGap }
  /** A line in quarantine. Without `gap`, its scope and time are unknown. */
  | {
      readonly kind: 'faulty';
      readonly text: string;
      readonly producerClass: ProducerClass;
      readonly gap?: MadeGap;
      /** The key of the event that closes the gap. */
      readonly missing?: string;
    };

export interface MadeGap extends Span {
  readonly workspaceId: string;
  /** Absent if any environment may be affected. */
  readonly environmentId?: string;
  readonly producerClass: ProducerClass;
}
