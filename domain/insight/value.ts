import type { Unit, UnavailableReason } from '../insight-sets.ts';
import type { CoverageEntry } from './coverage.ts';
import { DefectError } from '../errors.ts';

/** A measure that is known whole. `number` is a decimal string. */
export interface AvailableValue {
  state: 'available';
  number: string;
  unit: Unit;
}

/** A floor: the truth is larger, and `coverage` says what is missing. */
export interface PartialValue {
  state: 'partial';
  number: string;
  unit: Unit;
  coverage: CoverageEntry[];
}

/** A measure that cannot be given, and the one reason why. It holds nothing that could be shown as a zero. */
export interface UnavailableValue {
  state: 'unavailable';
  reason: UnavailableReason;
}

/** A measure in exactly one of its three states. */
export type MeasuredValue = AvailableValue | PartialValue | UnavailableValue;

/** A measure known whole: a count, a sum or a ratio that is already a decimal string. */
export function available(number: bigint | string, unit: Unit): AvailableValue {
  return { state: 'available', number: String(number), unit };
}

/**
 * A lower bound.
 *
 * @throws DefectError without a coverage entry: a floor that does not say what is missing passes for the truth.
 */
export function partial(number: bigint, unit: Unit, coverage: readonly CoverageEntry[]): PartialValue {
  if (coverage.length === 0) throw new DefectError('A partial value needs a coverage entry.');
  return { state: 'partial', number: String(number), unit, coverage: [...coverage] };
}

/** A measure that cannot be given. */
export function unavailable(reason: UnavailableReason): UnavailableValue {
  return { state: 'unavailable', reason };
}
