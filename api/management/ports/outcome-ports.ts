import type { OutcomeLookups } from '../../../contracts/judges/receive-outcomes.ts';
import type { EvalsSettings } from '../../../domain/judges/configuration/evals-settings.ts';
import type { LargeBodies } from '../../bodies/large-bodies.ts';
import type { OutcomeMetrics } from '../../metrics/outcome-metrics.ts';
import type { TrafficPorts } from '../../ports/traffic-port.ts';

/** The ports of outcomes; an absent one is not composed. */
export interface OutcomePorts extends TrafficPorts {
  readonly outcomeLookups?: OutcomeLookups;
  readonly largeBodies?: LargeBodies;
  readonly evals: Pick<EvalsSettings, 'otelIngest'>;
  readonly outcomeMetrics?: OutcomeMetrics;
}
