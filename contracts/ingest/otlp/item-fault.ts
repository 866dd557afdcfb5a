/** The reason why a span or a log record cannot be read as it was sent. */
export interface ItemFault {
  /** A sentence that the sender can act on. */
  readonly detail: string;
  /** The members that are unreadable or absent. */
  readonly leftOut: ReadonlySet<string>;
}

/** The items of a document that cannot be read as they were sent. */
export type ItemFaults = ReadonlyMap<object, ItemFault>;

export const NO_FAULTS: ItemFaults = new Map();
