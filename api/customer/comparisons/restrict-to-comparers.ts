import type { CustomerHandler } from '../lane/create-customer-handler.ts';

/**
 * Restricts a handler to callers with `comparisons.run` in the node that the path names. For all others, nothing below
 * the node is looked up, so that they learn nothing about it.
 */
export function restrictToComparers(handler: CustomerHandler): CustomerHandler {
  return {
    ...handler,
    answer(request, context, reply) {
      context.access.permitComparing(request);
      return handler.answer(request, context, reply);
    },
  };
}
