import type { FactEvent } from '../../../contracts/ingest/events/traffic-event.ts';
import type { ProducerClass } from '../../../domain/insight/insight-sets.ts';
import type { Span } from '../world.ts';

/** A line of a batch, and what it says to whoever knows how it was made. */
export type MadeLine =
  | { readonly kind: 'event'; readonly text: string; readonly event: FactEvent; readonly isRepeated?: true }
  | { readonly kind: 'blank'; readonly text: string }
  /** Disclosed as it stands. */
  | { readonly kind: 'gap'; readonly text: string; readonly gap: MadeGap }
  /** Set aside. Without a gap nobody can tell whose traffic it was, or when. */
  | {
      readonly kind: 'faulty';
      readonly text: string;
      readonly producerClass: ProducerClass;
      readonly gap?: MadeGap;
      /** What it would have been known by as an event: the gap closes when that comes. */
      readonly missing?: string;
    };

export interface MadeGap extends Span {
  readonly workspaceId: string;
  /** Absent where it may be of any. */
  readonly environmentId?: string;
  readonly producerClass: ProducerClass;
}
