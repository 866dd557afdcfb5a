/** The position of a body in the queue of bodies that wait for a thread to read them. */
export interface ReadingTurn {
  /** The share that the body counts against, such as the id of a key. */
  readonly share: string;
  /** True if the caller has disconnected. */
  readonly isGone: () => boolean;
}
