import { INSIGHT_OPERATIONS } from '../../../contracts/insight/operations.ts';
import { INSIGHT_CATALOGUE_DOCUMENT } from '../../../contracts/insight/insight-catalogue.ts';
import { handlerOf } from '../lane/handler-of.ts';

/** What can be asked. Answered from the build, with every analytics part down. */
export const readCatalogue = handlerOf(INSIGHT_OPERATIONS, 'customer.insights.catalog', {
  access: 'requireOrganization',
  answer: () => ({ data: INSIGHT_CATALOGUE_DOCUMENT }),
});
