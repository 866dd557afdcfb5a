import { Refusal } from '../../../domain/kernel/errors.ts';
import type { AnnotationPorts } from '../ports/annotation-ports.ts';

/** The ports that a claim needs, all present. */
export type ClaimPorts = AnnotationPorts & Required<Pick<AnnotationPorts, 'findCandidates' | 'contents'>>;

/**
 * Requires the annotation queue.
 * @throws Refusal `feature_absent` if the configuration does not enable it
 */
export function requireQueue({ evals }: AnnotationPorts): void {
  if (evals.annotationQueue) return;
  throw featureAbsentRefusal(
    'This API serves no annotation queue. Set `evals.annotation_queue.enabled` in its configuration file.',
  );
}

/**
 * Requires all ports of a claim.
 * @throws Refusal `feature_absent` that names the missing part
 */
export function requireClaimable(ports: AnnotationPorts): void {
  requireQueue(ports);
  claimPorts(ports);
}

/** @throws Refusal `feature_absent` */
export function claimPorts(ports: AnnotationPorts): ClaimPorts {
  const { findCandidates, contents } = ports;
  if (contents === undefined || !contents.wanted.request || !contents.wanted.response) {
    throw featureAbsentRefusal(
      'This API stores no content to label. Set `dashboard.capture.request` and `dashboard.capture.response` in its configuration file.',
    );
  }
  if (findCandidates === undefined) {
    throw featureAbsentRefusal(
      'This deployment has no ClickHouse, which stores requests and their labels. Set TRUETALLY_CLICKHOUSE_URL.',
    );
  }
  return { ...ports, findCandidates, contents };
}

/** The refusal for a feature that is not served, with the setting that enables it. */
export function featureAbsentRefusal(detail: string): Refusal {
  return new Refusal('feature_absent', detail);
}
