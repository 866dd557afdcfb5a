import { DefectError } from '../kernel/errors.ts';

/** Whether a stored question keeps its window, or takes one that ends when it is asked. */
export const TIME_INTENTS = ['fixed', 'relative'] as const;
export type TimeIntent = (typeof TIME_INTENTS)[number];

/**
 * A stored question with its window: the stored one of a `fixed` view, else the given seconds of elapsed time before
 * `now`. Elapsed time: 24 hours stay 24 hours across a clock change.
 *
 * @throws DefectError when the view lacks what its intent needs, which is checked when a view is written.
 */
export function resolveQuestion<Question extends { from?: string; to?: string }>(
  question: Question,
  timeIntent: TimeIntent,
  relativeWindowSeconds: number | undefined,
  now: Date,
): Question & { from: string; to: string } {
  switch (timeIntent) {
    case 'fixed':
      if (question.from === undefined || question.to === undefined) {
        throw new DefectError('A fixed view has no window.');
      }
      return { ...question, from: question.from, to: question.to };
    case 'relative':
      if (relativeWindowSeconds === undefined) throw new DefectError('A relative view has no window length.');
      return {
        ...question,
        from: new Date(now.getTime() - relativeWindowSeconds * 1_000).toISOString(),
        to: now.toISOString(),
      };
  }
}
