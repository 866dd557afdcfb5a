import { ACCESS_OPERATIONS } from '../../../contracts/management/operations.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { presentMe } from './present-me.ts';

/** Answers with the caller, as the management plane knows it. */
export const readMe = createManagementHandler(ACCESS_OPERATIONS, 'management.me.get', {
  answer: (request, { caller }) => presentMe(caller.of(request)),
});
