import type { DecisionFeed } from '../../../journal/decisions/decision-feed.ts';
import type { DecisionMetrics } from '../../metrics/decision-metrics.ts';

/** The ports of the last calls of the gateway. */
export interface LiveDecisionPorts {
  readonly decisions: Pick<DecisionFeed, 'list' | 'follow'>;
  /** Absent if metrics are off; then nothing is counted. */
  readonly decisionMetrics?: DecisionMetrics;
}
