/** The id of a seat of an evaluator. Its calls in flight are limited together, across all runs. */
export function judgeSeatId(evaluatorId: string, seat: number): string {
  return `${evaluatorId}/${seat}`;
}
