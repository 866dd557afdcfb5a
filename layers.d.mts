/** The layers that a layer may import besides itself, and the reason. */
export interface Layer {
  /** The layers and single files from which it may import values. */
  readonly values: readonly string[];
  /** The layers from which it may import only types. */
  readonly types?: readonly string[];
  /** The patterns of its files that compose a process, and therefore may import everything. */
  readonly except?: readonly string[];
  readonly why: string;
}

export const LAYERS: Readonly<Record<string, Layer>>;

/** The patterns of the contexts within a layer. A context may import the contexts before it. */
export const CONTEXTS: readonly string[];
