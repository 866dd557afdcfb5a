/** What the reply of a judge that was no verdict is kept by, beside the words of its request. No outcome has such an id: none holds a tab. */
export function replyIdOf(scoringId: string): string {
  return `${scoringId}\treply`;
}
