import { DefectError } from '../kernel/errors.ts';
import type { Unit, UnavailableReason } from './insight-sets.ts';
import type { CoverageEntry } from './coverage.ts';
import { toDollars } from './to-dollars.ts';

/** A number as a decimal string. */
interface Measured {
  number: string;
  unit: Unit;
  /**
   * Money once more, in USD, for people; absent of everything else, and of what was stored before there was this
   * member.
   */
  amount_usd?: string;
}

/** A measure that is known whole. */
export interface AvailableValue extends Measured {
  state: 'available';
}

/** A floor: the truth is larger, and `coverage` says what is missing. */
export interface PartialValue extends Measured {
  state: 'partial';
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
  const text = String(number);
  if (unit === 'nano_usd') return { state: 'available', number: text, unit, amount_usd: toDollars(text) };
  return { state: 'available', number: text, unit };
}

/**
 * A lower bound.
 *
 * @throws DefectError without a coverage entry: a floor that does not say what is missing passes for the truth.
 */
export function partial(number: bigint, unit: Unit, coverage: readonly CoverageEntry[]): PartialValue {
  if (coverage.length === 0) throw new DefectError('A partial value needs a coverage entry.');
  const entries = [...coverage];
  const text = String(number);
  if (unit === 'nano_usd')
    return { state: 'partial', number: text, unit, amount_usd: toDollars(text), coverage: entries };
  return { state: 'partial', number: text, unit, coverage: entries };
}

/** A measure that cannot be given. */
export function unavailable(reason: UnavailableReason): UnavailableValue {
  return { state: 'unavailable', reason };
}
