import { dimensionOf, type ChoiceMember } from './dimensions.ts';

/** The values of one dimension that figures are narrowed to. */
export interface GroupChoice {
  readonly member: ChoiceMember;
  /** Values as facts have them; the empty one stands for facts without a value. */
  readonly values: readonly string[];
  /** Requests that no model served, besides. */
  readonly unserved: boolean;
  /** Requests that have not ended may belong to it. */
  readonly pending: boolean;
}

/** True where requests that have not ended are a part of what is chosen. */
export function holdsPending(chosen: readonly GroupChoice[]): boolean {
  return chosen.every(({ pending }) => pending);
}

/** The choices that speak of how a request ended, which its admission does not know. */
export function ofEndings(chosen: readonly GroupChoice[]): GroupChoice[] {
  return chosen.filter(({ member }) => dimensionOf(member).pendingAs !== undefined);
}

/** The choices that every fact of traffic knows itself. */
export function ofRequests(chosen: readonly GroupChoice[]): GroupChoice[] {
  return chosen.filter(({ member }) => dimensionOf(member).pendingAs === undefined);
}
