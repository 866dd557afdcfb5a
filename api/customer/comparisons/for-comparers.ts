import type { CustomerHandler } from '../lane/customer-handler-of.ts';

/**
 * The handler for those who hold `comparisons.run` in the place that the path names, and for nobody else. For others
 * nothing below that place was looked for, so that they learn nothing of what is there.
 */
export function forComparers(handler: CustomerHandler): CustomerHandler {
  return {
    ...handler,
    answer(request, context, reply) {
      context.access.permitComparing(request);
      return handler.answer(request, context, reply);
    },
  };
}
