import type { ProducerClass } from '../../domain/insight-sets.ts';

/** How far one producer class has written, how far that is indexed, and when it last was. */
interface ProducerWatermark {
  readonly producer_class: ProducerClass;
  readonly produced_through: bigint;
  readonly indexed_through: bigint;
  /** Absent while nothing of this producer has been indexed. */
  readonly last_indexed_at?: Date;
}

/** Time in which traffic of a producer is known to be missing. */
interface IngestGap {
  readonly producerClass: ProducerClass;
  readonly from: Date;
  readonly to: Date;
}

/** What is known about the way in of one workspace's traffic, at one moment. */
export interface IngestSnapshot {
  /** The highest arrival sequence below which every batch is loaded. */
  readonly fence: bigint;
  readonly watermarks: readonly ProducerWatermark[];
  /** Gaps that touch the window. */
  readonly gaps: readonly IngestGap[];
  readonly generations: { readonly projection: number; readonly retention: number; readonly exclusion: number };
}

/** Where a read context takes its pin from. */
export interface IngestState {
  /** The state for the half-open window `[from, to)`. Generations are unsigned integers. */
  read(input: { organizationId: string; workspaceId: string; from: Date; to: Date }): Promise<IngestSnapshot>;
}
