import { ACCESS_OPERATIONS } from '../../../contracts/management/operations.ts';
import { MANAGEMENT_ROOT } from '../../../contracts/management/root.ts';
import { MANAGEMENT_EPOCH, MANAGEMENT_VERSION } from '../../../contracts/management/version.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';

/** Answers with the parts of the management plane that this deployment serves. */
export const readCapabilities = createManagementHandler(ACCESS_OPERATIONS, 'management.capabilities.get', {
  answer: () => ({
    management_api: {
      epoch: MANAGEMENT_EPOCH,
      version: MANAGEMENT_VERSION,
      spec_url: `${MANAGEMENT_ROOT}/openapi.json`,
      docs_url: `${MANAGEMENT_ROOT}/docs`,
      problems_url: `${MANAGEMENT_ROOT}/problems`,
      problem_type_base: MANAGEMENT_ROOT,
    },
  }),
});
