import { toAcceptanceRule } from '../../../contracts/comparisons/acceptance-rule.ts';
import { ComparisonCreateSchema } from '../../../contracts/comparisons/comparison.ts';
import { COMPARISON_OPERATIONS } from '../../../contracts/comparisons/operations.ts';
import { acceptanceRuleFault } from '../../../domain/comparisons/bar/acceptance-rule.ts';
import { notFound } from '../../../domain/kernel/errors.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { runOrderedWrite } from '../../frame/writes/run-ordered-write.ts';
import { comparisonsPath } from './comparisons-path.ts';
import { restrictToComparers } from './restrict-to-comparers.ts';
import { refuseRuleFault } from './refuse-rule-fault.ts';

/** Creates a comparison: a question about a route, with or without an acceptance rule. */
export const createComparison = restrictToComparers(
  createCustomerHandler(COMPARISON_OPERATIONS, 'customer.comparisons.create', {
    access: 'requireComparisons',
    body: ComparisonCreateSchema,
    answer: async (request, { ports, access }) => {
      const { name, kind, route_id: routeId, acceptance_rule: acceptanceRule } = request.body;
      const { environmentId } = access.environment.of(request);
      const { subjectId: createdBy } = access.caller.of(request);
      const route = await ports.routes.find(routeId);
      if (route?.environment_id !== environmentId)
        throw notFound('There is no such route in this environment. Check its id in the list of routes.');
      const data = await runOrderedWrite({
        check: () => refuseRuleFault(acceptanceRule && acceptanceRuleFault(toAcceptanceRule(acceptanceRule))),
        write: () => access.comparisons().create({ environmentId, routeId, name, kind, acceptanceRule, createdBy }),
      });
      return { data, location: `${comparisonsPath(access, request)}/${data.comparison_id}`, isReplay: false };
    },
  }),
);
