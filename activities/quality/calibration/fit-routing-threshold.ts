import { artifactDigest } from '../../../contracts/quality/calibrations/artifact-digest.ts';
import { routingFingerprint } from '../../../contracts/quality/calibrations/routing-fingerprint.ts';
import { toleranceOf } from '../../../domain/quality/calibration/fit-calibration.ts';
import type { FitRefusal } from '../../../domain/quality/calibration/lifecycle.ts';
import { findTunedRule } from '../../../domain/quality/routing-thresholds/find-tuned-rule.ts';
import { fitRouting } from '../../../domain/quality/routing-thresholds/fit-routing.ts';
import { labelPairs } from '../../../domain/quality/routing-thresholds/label-pairs.ts';
import type { RoutingArtifact } from '../../../domain/quality/routing-thresholds/routing-artifact.ts';
import type { RoutingFitTerms } from '../../../domain/quality/routing-thresholds/routing-fit-terms.ts';
import { noShadowPairs } from '../../../domain/quality/routing-thresholds/routing-refusals.ts';
import type { RequestedFit } from '../../../store/quality/calibrations/calibration-fit-store.ts';
import type { CalibrationFitPorts } from './calibration-fit-ports.ts';

/** A complete artifact, or the reason why there is none. */
type RoutingEnding = { readonly artifact: RoutingArtifact } | { readonly refusal: FitRefusal };

/**
 * Fits the threshold of a rule on the shadow calls of a workspace.
 *
 * @throws Refusal if ClickHouse does not answer
 */
export async function fitRoutingThreshold(
  { routing, settings, goldSources, clock, faultPoints }: CalibrationFitPorts,
  { fitId, workspaceId, since, until, confidence, minN }: RequestedFit,
  terms: RoutingFitTerms,
): Promise<RoutingEnding> {
  const rule = findTunedRule(routing.block ?? {}, terms);
  if ('refusal' in rule) return rule;
  const window = { since: since ?? undefined, until: until ?? undefined };
  const { pairs, isCapped, arrivalHighWater } = await routing.readPairs({ workspaceId, ...window, rule, goldSources });
  faultPoints.reach('calibrating.after_read');
  if (pairs.length === 0) return { refusal: noShadowPairs(rule.ruleId, rule.served.model, rule.repeated.model) };
  const { units } = await routing.findActiveUnits(workspaceId);
  const labelled = labelPairs(pairs, units, rule, terms.metric);
  if ('refusal' in labelled) return labelled;
  const outcome = fitRouting({
    workspaceId,
    fingerprint: routingFingerprint(routing.block),
    rule,
    terms,
    confidence: confidence ?? settings.confidence,
    // A request can only raise the floor.
    minLabeled: Math.max(settings.minN, minN ?? 0),
    tolerance: toleranceOf(settings, labelled.metric),
    labelled,
    isCapped,
    arrivalHighWater,
  });
  if ('refusal' in outcome) return outcome;
  const { content } = outcome;
  return {
    artifact: { id: fitId, fitted_at: clock.now().toISOString(), ...content, digest: artifactDigest(content) },
  };
}
