import type { CountLabels } from '../../../analytics/judges/label-counter.ts';
import type { ContentStore } from '../../../contracts/ingest/events/captured-content.ts';
import type { FindCandidates } from '../../../contracts/judges/annotation-ports.ts';
import { Refusal } from '../../../domain/kernel/errors.ts';
import type { EvalsSettings } from '../../../domain/judges/configuration/evals-settings.ts';
import type { OutcomeMetrics } from '../../metrics/outcome-metrics.ts';
import type { Clock } from '../../../domain/kernel/clock.ts';
import type { AnnotationLeaseStore } from '../../../store/judges/annotation-lease-store.ts';

/** What the annotation queue needs; a part that is absent is not composed. */
export interface AnnotationPorts {
  readonly clock: Clock;
  readonly annotationLeases: AnnotationLeaseStore;
  readonly findCandidates?: FindCandidates;
  readonly countLabels?: CountLabels;
  readonly contents?: ContentStore;
  readonly evals: Pick<EvalsSettings, 'annotationQueue'>;
  readonly outcomeMetrics?: OutcomeMetrics;
}

/** What a claim needs, all of it there. */
export type ClaimPorts = AnnotationPorts & Required<Pick<AnnotationPorts, 'findCandidates' | 'contents'>>;

/** @throws Refusal `feature_absent` while the configuration does not ask for it */
export function requireQueue({ evals }: AnnotationPorts): Promise<void> {
  if (evals.annotationQueue) return Promise.resolve();
  throw absent('This API serves no annotation queue: set `evals.annotation_queue.enabled` in its configuration.');
}

/** @throws Refusal `feature_absent`, naming what is missing for a claim */
export async function requireClaimable(ports: AnnotationPorts): Promise<void> {
  await requireQueue(ports);
  claimPorts(ports);
}

/** @throws Refusal `feature_absent` */
export function claimPorts(ports: AnnotationPorts): ClaimPorts {
  const { findCandidates, contents } = ports;
  if (contents === undefined || !contents.wanted.request || !contents.wanted.response) {
    throw absent(
      'The configuration of this API keeps no content to label: set `dashboard.capture.request` and `dashboard.capture.response` in it.',
    );
  }
  if (findCandidates === undefined) {
    throw absent(
      'This deployment has no ClickHouse, where requests and their labels are: set TRUETALLY_CLICKHOUSE_URL.',
    );
  }
  return { ...ports, findCandidates, contents };
}

/** What is not served, and what would change that. */
export function absent(detail: string): Refusal {
  return new Refusal('feature_absent', detail);
}
