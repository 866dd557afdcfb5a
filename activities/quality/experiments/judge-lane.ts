/** The name of an evaluator's seat, whose calls in flight are bounded together, over all runs. */
export function judgeLane(evaluatorId: string, seat: number): string {
  return `${evaluatorId}/${seat}`;
}
