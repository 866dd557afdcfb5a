import type { FittedContent } from '../../../domain/quality/calibration/fit-calibration.ts';
import type { RoutingContent } from '../../../domain/quality/routing-thresholds/fit-routing.ts';
import { sha256Digest } from '../../wire/canonical-json.ts';

/**
 * The SHA-256 of the canonical JSON of an artifact without its id, its time and its digest, in hexadecimal digits. It
 * depends on nothing else, so that two fits of the same rows have the same digest.
 */
export function artifactDigest(content: FittedContent | RoutingContent): string {
  return sha256Digest(content).replace(/^sha256:/, '');
}
