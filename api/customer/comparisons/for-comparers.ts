import type { OperationHandler } from '../../frame/operations/operation-handler.ts';

/**
 * The handler for those who hold `comparisons.run` in the place that the path names, and for nobody else. For others nothing
 * below that place was looked for, so that they learn nothing of what is there.
 */
export function forComparers(handler: OperationHandler): OperationHandler {
  return {
    ...handler,
    answer(request, context) {
      context.access.permitComparing(request);
      return handler.answer(request, context);
    },
  };
}
