import type { Floor } from '../configuration/floors.ts';

/** The units of a floor. */
export type FloorUnit = 'rows' | 'pairs' | 'kappa' | 'alpha' | 'share';

/** The reason why a judge is not promoted. */
export interface FloorRefusal {
  /**
   * The missed floor. It is empty if the labels allow no measurement; then the numbers are 0, and the unit is empty
   * too.
   */
  readonly floor: Floor | '';
  readonly need: number;
  readonly have: number;
  readonly unit: FloorUnit | '';
  /** The text for people, which says what to do. */
  readonly text: string;
}

/** The refusal of labels that allow no measurement. */
export function shapeRefusal(text: string): FloorRefusal {
  return { floor: '', need: 0, have: 0, unit: '', text };
}
