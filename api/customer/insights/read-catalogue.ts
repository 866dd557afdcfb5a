import { INSIGHT_OPERATIONS } from '../../../contracts/insight/operations.ts';
import { INSIGHT_CATALOGUE_DOCUMENT } from '../../../contracts/insight/insight-catalogue.ts';
import { customerHandlerOf } from '../lane/customer-handler-of.ts';

/** Answers with the catalogue of insight reads, from the build, also while every analytics part is down. */
export const readCatalogue = customerHandlerOf(INSIGHT_OPERATIONS, 'customer.insights.catalog', {
  access: 'requireOrganization',
  answer: () => ({ data: INSIGHT_CATALOGUE_DOCUMENT }),
});
