import type { Layer } from '../plan/layer-plan.ts';

/** A row of a statement over several layers. */
export interface LayerRow {
  readonly layer: Layer;
  /** Starts, in Unix seconds, of the periods of this row's layer that hold something above the fence. */
  readonly stale: readonly number[];
}
