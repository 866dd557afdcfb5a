import { INSIGHT_OPERATIONS } from '../../../contracts/insight/operations.ts';
import { INSIGHT_CATALOGUE_DOCUMENT } from '../../../contracts/insight/insight-catalogue.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';

/**
 * Answers with the catalogue of insight reads. It is part of the build, so it is available also while analytics is
 * down.
 */
export const readCatalogue = createCustomerHandler(INSIGHT_OPERATIONS, 'customer.insights.catalog', {
  access: 'requireOrganization',
  answer: () => ({ data: INSIGHT_CATALOGUE_DOCUMENT }),
});
