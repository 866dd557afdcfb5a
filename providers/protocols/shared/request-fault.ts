/** The reason why a request is not served. */
export interface RequestFault {
  /** A sentence that the caller can act on. */
  readonly message: string;
  readonly code: string;
  /** The member of the request that is refused; absent where it is not one member. */
  readonly param?: string;
}
