/** The reason why a span or a log record cannot be read as it was sent. */
export interface ItemFault {
  /** A sentence to act on. */
  readonly detail: string;
  /** Members that cannot be read, or are absent. */
  readonly leftOut: ReadonlySet<string>;
}

/** The items of a document that cannot be read as they were sent. */
export type ItemFaults = ReadonlyMap<object, ItemFault>;

export const NO_FAULTS: ItemFaults = new Map();
