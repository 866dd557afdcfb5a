import type { Layer } from '../plan/layer-plan.ts';

/** A row of a statement over several layers. */
export interface LayerRow {
  readonly layer: Layer;
  /** The starts, in Unix seconds, of the periods in this row's layer that contain facts above the fence. */
  readonly stale: readonly number[];
}
