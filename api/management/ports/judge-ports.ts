import type { DifferenceReader } from '../../../analytics/judges/difference-reader.ts';
import type { JudgeReader } from '../../../analytics/judges/judge-reader.ts';
import type { ContentStore } from '../../../contracts/ingest/events/captured-content.ts';
import type { GoldSource } from '../../../domain/judges/configuration/evals-block.ts';
import type { JudgeFailureReader } from '../../../store/judges/judge-failure-reader.ts';
import type { JudgeRegistry } from '../../../store/judges/judge-registry.ts';

/** The facts about judges: their verdicts, and their validations. */
export interface JudgeSources {
  readonly reader: Pick<JudgeReader, 'subjects'>;
  readonly differences: DifferenceReader;
  readonly failures: JudgeFailureReader;
  /**
   * The label sources that count for a judge whose newest validation names none. Validations use the configuration of
   * the worker that makes them.
   */
  readonly goldSources: readonly GoldSource[];
  readonly registry: Pick<JudgeRegistry, 'standing' | 'ofSubject'>;
  /** True if a worker that validates judges automatically is alive. */
  readonly isAutomatic: () => Promise<boolean>;
}

/** The ports for reads of judges; absent if the deployment stores no outcomes. */
export interface JudgePorts {
  readonly judges?: JudgeSources;
  /** The stored content of requests, and the reasons of judges; absent if no content is stored. */
  readonly contents?: ContentStore;
}
