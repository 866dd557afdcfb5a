/** The place of a body among those that wait to be read by a thread. */
export interface ReadingTurn {
  /** The share whose turn it takes, such as the id of a key. */
  readonly share: string;
  /** True once the caller has disconnected. */
  readonly isGone: () => boolean;
}
