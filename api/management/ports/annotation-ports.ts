import type { CountLabels } from '../../../analytics/judges/label-counter.ts';
import type { ContentStore } from '../../../contracts/ingest/events/captured-content.ts';
import type { FindCandidates } from '../../../contracts/judges/annotation-ports.ts';
import type { EvalsSettings } from '../../../domain/judges/configuration/evals-settings.ts';
import type { Clock } from '../../../domain/kernel/clock.ts';
import type { AnnotationLeaseStore } from '../../../store/judges/annotation-lease-store.ts';
import type { OutcomeMetrics } from '../../metrics/outcome-metrics.ts';

/** The ports of the annotation queue; an absent one is not composed. */
export interface AnnotationPorts {
  readonly clock: Clock;
  readonly annotationLeases: AnnotationLeaseStore;
  readonly findCandidates?: FindCandidates;
  readonly countLabels?: CountLabels;
  readonly contents?: ContentStore;
  readonly evals: Pick<EvalsSettings, 'annotationQueue'>;
  readonly outcomeMetrics?: OutcomeMetrics;
}
