/** The multiple of the remaining free amount that one user may take. */
const WEIGHT = 4;

/**
 * The most that one user may take of a shared capacity: four times what the other users leave free, including its own
 * share. A single user gets four fifths of the capacity. Two users that start together get four ninths each. A user
 * that starts after another one gets four fifths of the rest.
 */
export function fairShare(max: number, heldByOthers: number, weight = WEIGHT): number {
  return Math.max(0, Math.floor(((max - heldByOthers) * weight) / (weight + 1)));
}
