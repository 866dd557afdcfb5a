import type { DimensionMember } from './caller-dimensions.ts';
import { dimensionOf, type ChoiceMember } from './dimensions.ts';

/** The values of a dimension to which figures are narrowed. */
export interface GroupChoice {
  readonly member: ChoiceMember | DimensionMember;
  /** The values of facts; an empty string selects facts without a value. */
  readonly values: readonly string[];
  /** True if requests that no model served are also selected. */
  readonly unserved: boolean;
  /** True if requests that have not ended may be selected. */
  readonly pending: boolean;
}

/** True if requests that have not ended match all choices. */
export function includesPending(chosen: readonly GroupChoice[]): boolean {
  return chosen.every(({ pending }) => pending);
}

/** The choices about the ending of a request, which its admission does not contain. */
export function endingChoices(chosen: readonly GroupChoice[]): GroupChoice[] {
  return chosen.filter(({ member }) => dimensionOf(member).pendingAs !== undefined);
}

/** The choices about values that every fact of traffic contains. */
export function requestChoices(chosen: readonly GroupChoice[]): GroupChoice[] {
  return chosen.filter(({ member }) => dimensionOf(member).pendingAs === undefined);
}
