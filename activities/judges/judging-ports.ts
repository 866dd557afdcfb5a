import type { FindAnsweredRequests } from '../../analytics/judges/answered-request-finder.ts';
import type { ContentStore } from '../../contracts/ingest/events/captured-content.ts';
import type { ModelPrices } from '../../domain/models/model-prices.ts';
import type { JudgingEvaluator } from '../../domain/judges/work/judging-evaluator.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { FaultPoints } from '../../domain/kernel/fault-points.ts';
import type { ModelCaller } from '../../providers/caller/model-caller.ts';
import type { JudgeCallStore } from '../../store/judges/judge-call-store.ts';
import type { JudgeScoringStore } from '../../store/judges/judge-scoring-store.ts';

/** The external dependencies of the judging activities. */
export interface JudgingPorts {
  readonly evaluators: readonly JudgingEvaluator[];
  readonly findAnswered: FindAnsweredRequests;
  readonly scorings: JudgeScoringStore;
  readonly calls: JudgeCallStore;
  readonly contents: Pick<ContentStore, 'find' | 'hasWhole' | 'keepReason' | 'since'>;
  readonly caller: ModelCaller;
  readonly prices: ModelPrices;
  /** The value of an environment variable. */
  readonly variable: (name: string) => string | undefined;
  readonly clock: Clock;
  readonly faultPoints: FaultPoints;
  readonly log: { warn(members: object, sentence: string): void };
}
