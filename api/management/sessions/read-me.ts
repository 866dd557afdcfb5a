import { ACCESS_OPERATIONS } from '../../../contracts/management/operations.ts';
import { managementHandlerOf } from '../lane/management-handler-of.ts';
import { presentMe } from './present-me.ts';

/** Answers with the caller, as the management plane knows it. */
export const readMe = managementHandlerOf(ACCESS_OPERATIONS, 'management.me.get', {
  answer: (request, { caller }) => presentMe(caller.of(request)),
});
