import { DefectError } from '../kernel/errors.ts';
import type { Unit, UnavailableReason } from './insight-sets.ts';
import type { CoverageEntry } from './coverage.ts';
import { toDollars } from './to-dollars.ts';

/** A number as a decimal string. */
interface Measured {
  number: string;
  unit: Unit;
  /**
   * An amount of money in USD, for people. Absent for other units, and in answers that were stored before this member
   * existed.
   */
  amount_usd?: string;
}

/** A complete measure. */
export interface AvailableValue extends Measured {
  state: 'available';
}

/** A floor: the true value is larger, and `coverage` names the missing parts. */
export interface PartialValue extends Measured {
  state: 'partial';
  coverage: CoverageEntry[];
}

/** A measure without a number, and the reason. It contains nothing that could be shown as zero. */
export interface UnavailableValue {
  state: 'unavailable';
  reason: UnavailableReason;
}

/** A measure in one of its three states. */
export type MeasuredValue = AvailableValue | PartialValue | UnavailableValue;

/** A complete measure from a count, a sum, or a ratio in decimal notation. */
export function availableValue(number: bigint | string, unit: Unit): AvailableValue {
  const text = String(number);
  if (unit === 'nano_usd') return { state: 'available', number: text, unit, amount_usd: toDollars(text) };
  return { state: 'available', number: text, unit };
}

/**
 * A floor.
 *
 * @throws DefectError without a coverage entry, because a floor that names no missing part looks like the true value
 */
export function partialValue(number: bigint, unit: Unit, coverage: readonly CoverageEntry[]): PartialValue {
  if (coverage.length === 0) throw new DefectError('A partial value needs a coverage entry.');
  const entries = [...coverage];
  const text = String(number);
  if (unit === 'nano_usd')
    return { state: 'partial', number: text, unit, amount_usd: toDollars(text), coverage: entries };
  return { state: 'partial', number: text, unit, coverage: entries };
}

/** A measure without a number. */
export function unavailableValue(reason: UnavailableReason): UnavailableValue {
  return { state: 'unavailable', reason };
}
