import type { Static } from 'typebox';
import type { NewCalibrationFitSchema } from '../../../contracts/quality/calibrations/calibration-changes.ts';
import { invalidMember } from '../../../domain/kernel/errors.ts';
import {
  readRoutingFitTerms,
  type RoutingFitTerms,
} from '../../../domain/quality/routing-thresholds/routing-fit-terms.ts';

/** The members of a request that only one kind of fits has. */
const ROUTING_ONLY = ['rule', 'param', 'quality_budget', 'target_frontier_pct', 'min_labeled', 'metric'] as const;

/**
 * The terms of a fit of a routing threshold; undefined for a fit of quality.
 *
 * @throws Refusal `validation_failed` for a member of the other kind, and for contradictory ones
 */
export function readRoutingTerms(body: Static<typeof NewCalibrationFitSchema>): RoutingFitTerms | undefined {
  if (body.kind !== 'routing') {
    const other = ROUTING_ONLY.find((member) => body[member] !== undefined);
    if (other === undefined) return undefined;
    throw invalidMember(
      `/${other}`,
      `Only a fit of the kind \`routing\` has \`${other}\`. Set \`kind\` to \`routing\`, or omit \`${other}\`.`,
    );
  }
  if (body.min_n !== undefined)
    throw invalidMember('/min_n', 'A fit of the kind `routing` has no units. Send `min_labeled` instead.');
  const terms = readRoutingFitTerms(body);
  if ('fault' in terms) throw invalidMember(`/${terms.fault.option}`, terms.fault.text);
  return terms;
}
