import type { Floor } from '../configuration/floors.ts';

/** The units of a floor. */
export type FloorUnit = 'rows' | 'pairs' | 'kappa' | 'alpha' | 'share';

/** The reason why a judge is not promoted. */
export interface FloorRefusal {
  /**
   * Empty where the labels have a shape that nothing can be measured of; then the numbers are 0 and the unit is empty
   * too.
   */
  readonly floor: Floor | '';
  readonly need: number;
  readonly have: number;
  readonly unit: FloorUnit | '';
  /** A sentence to act on. */
  readonly text: string;
}

/** The labels have a shape that nothing can be measured of. */
export function shapeRefusal(text: string): FloorRefusal {
  return { floor: '', need: 0, have: 0, unit: '', text };
}
