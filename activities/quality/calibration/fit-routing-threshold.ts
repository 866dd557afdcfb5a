import { routingFingerprint } from '../../../contracts/quality/calibrations/routing-fingerprint.ts';
import { toleranceOf } from '../../../domain/quality/calibration/fit-calibration.ts';
import { findTunedRule } from '../../../domain/quality/routing-thresholds/find-tuned-rule.ts';
import { fitRouting, type RoutingOutcome } from '../../../domain/quality/routing-thresholds/fit-routing.ts';
import { labelPairs } from '../../../domain/quality/routing-thresholds/label-pairs.ts';
import type { RoutingFitTerms } from '../../../domain/quality/routing-thresholds/routing-fit-terms.ts';
import { noShadowPairs } from '../../../domain/quality/routing-thresholds/routing-refusals.ts';
import type { CalibrationFitPorts } from './calibration-fit-ports.ts';
import type { FitFrame } from './fit-frame.ts';

/**
 * Fits the threshold of a rule on the shadow calls of a workspace.
 *
 * @throws Refusal if ClickHouse does not answer
 */
export async function fitRoutingThreshold(
  { routing, settings, goldSources, faultPoints }: CalibrationFitPorts,
  { workspaceId, window, confidence, minN }: FitFrame,
  terms: RoutingFitTerms,
): Promise<RoutingOutcome> {
  const rule = findTunedRule(routing.block ?? {}, terms);
  if ('refusal' in rule) return rule;
  const { pairs, isCapped, arrivalHighWater } = await routing.readPairs({ workspaceId, ...window, rule, goldSources });
  faultPoints.reach('calibrating.after_read');
  if (pairs.length === 0) return { refusal: noShadowPairs(rule.ruleId, rule.served.model, rule.repeated.model) };
  const { units } = await routing.findActiveUnits(workspaceId);
  const labelled = labelPairs(pairs, units, rule, terms.metric);
  if ('refusal' in labelled) return labelled;
  return fitRouting({
    workspaceId,
    fingerprint: routingFingerprint(routing.block),
    rule,
    terms,
    confidence,
    minLabeled: minN,
    tolerance: toleranceOf(settings, labelled.metric),
    labelled,
    isCapped,
    arrivalHighWater,
  });
}
