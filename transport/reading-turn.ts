/** The place of a body among those that wait to be read by a thread. */
export interface ReadingTurn {
  /** Whose turn it takes, such as the id of a key. */
  readonly share: string;
  /** Whether the caller is gone. */
  readonly isGone: () => boolean;
}
