import type { DifferenceReader } from '../../../analytics/judges/difference-reader.ts';
import type { JudgeReader } from '../../../analytics/judges/judge-reader.ts';
import type { ContentStore } from '../../../contracts/ingest/events/captured-content.ts';
import type { GoldSource } from '../../../domain/judges/configuration/evals-block.ts';
import type { JudgeFailureReader } from '../../../store/judges/judge-failure-reader.ts';
import type { JudgeRegistry } from '../../../store/judges/judge-registry.ts';

/** What is known of judges: what they said, and how they were validated. */
export interface JudgeSources {
  readonly reader: Pick<JudgeReader, 'subjects'>;
  readonly differences: DifferenceReader;
  readonly failures: JudgeFailureReader;
  /** Whose labels count of a judge whose newest validation does not say; validations are made by workers, under their own configuration. */
  readonly goldSources: readonly GoldSource[];
  readonly registry: Pick<JudgeRegistry, 'standing' | 'ofSubject'>;
  /** Whether a worker is alive that validates judges by itself. */
  readonly isAutomatic: () => Promise<boolean>;
}

/** What reads of judges need; absent where the deployment keeps no outcomes. */
export interface JudgePorts {
  readonly judges?: JudgeSources;
  /** Words of requests, and why judges said what they said; absent where none are kept. */
  readonly contents?: ContentStore;
}
