/**
 * The id under which an unusable reply of a judge is stored with the content of its request. Ids of outcomes contain no
 * tab, so the two never collide.
 */
export function replyIdOf(scoringId: string): string {
  return `${scoringId}\treply`;
}
