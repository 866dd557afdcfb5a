/**
 * The id under which an unusable reply of a judge is stored with the content of its request. Ids of outcomes hold no
 * tab, so the two never collide.
 */
export function replyIdOf(scoringId: string): string {
  return `${scoringId}\treply`;
}
