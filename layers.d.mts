/** What a layer may import besides itself, and why. */
export interface Layer {
  /** Layers, or single files, whose values it may import. */
  readonly values: readonly string[];
  /** Layers of which it may import types alone. */
  readonly types?: readonly string[];
  /** Files of it, as patterns, that compose a process and so may import everything. */
  readonly except?: readonly string[];
  readonly why: string;
}

export const LAYERS: Readonly<Record<string, Layer>>;

/** Patterns of the contexts within a layer, each of which may import those before it. */
export const CONTEXTS: readonly string[];
