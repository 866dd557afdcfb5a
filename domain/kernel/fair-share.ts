/** The factor for one user of a shared resource: a user may hold this many times the free amount. */
const WEIGHT = 4;

/**
 * The most that one of several may hold of a room, by what the others hold of it: four times what it leaves free. One
 * alone takes four fifths of the room; two that come at once take four ninths each, and one that comes behind it four
 * fifths of what it left.
 */
export function fairShare(max: number, heldByOthers: number, weight = WEIGHT): number {
  return Math.max(0, Math.floor(((max - heldByOthers) * weight) / (weight + 1)));
}
