/** The reason why a request is not served. */
export interface RequestFault {
  /** A sentence that the caller can act on. */
  readonly message: string;
  readonly code: string;
  /** The refused member of the request; absent if the fault does not concern a single member. */
  readonly param?: string;
}
