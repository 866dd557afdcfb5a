import { ruleOf } from '../../../contracts/comparisons/acceptance-rule.ts';
import { ComparisonCreateSchema } from '../../../contracts/comparisons/comparison.ts';
import { COMPARISON_OPERATIONS } from '../../../contracts/comparisons/operations.ts';
import { acceptanceRuleFault } from '../../../domain/comparisons/bar/acceptance-rule.ts';
import { invalid, notFound, Refusal } from '../../../domain/kernel/errors.ts';
import { handlerOf } from '../../frame/operations/operation-handler.ts';
import { inOrder } from '../../frame/writes/in-order.ts';
import { comparisonsPath } from './comparisons-path.ts';
import { forComparers } from './for-comparers.ts';

/** A comparison is a question about a route, with its bar or without one as yet. */
export const createComparison = forComparers(
  handlerOf(COMPARISON_OPERATIONS, 'customer.comparisons.create', {
    access: 'requireComparisons',
    body: ComparisonCreateSchema,
    answer: async (request, { ports, access }) => {
      const { name, kind, route_id: routeId, acceptance_rule: acceptanceRule } = request.body;
      const { environmentId } = access.environment.of(request);
      const { subjectId: createdBy } = access.caller.of(request);
      const route = await ports.routes.find(routeId);
      if (route?.environment_id !== environmentId) throw notFound('There is no such route in this environment.');
      const data = await inOrder({
        check: () => {
          const fault = acceptanceRule && acceptanceRuleFault(ruleOf(acceptanceRule));
          if (fault === undefined) return;
          if (fault.pointer === '') throw new Refusal('acceptance_rule_required', fault.detail);
          throw invalid(`/acceptance_rule${fault.pointer}`, fault.detail);
        },
        write: () => access.comparisons().create({ environmentId, routeId, name, kind, acceptanceRule, createdBy }),
      });
      return { data, location: `${comparisonsPath(access, request)}/${data.comparison_id}`, isReplay: false };
    },
  }),
);
