import { ACCESS_OPERATIONS } from '../../../contracts/management/operations.ts';
import { handlerOf } from '../lane/handler-of.ts';
import { presentMe } from './present-me.ts';

/** The caller, as the management plane knows it. */
export const readMe = handlerOf(ACCESS_OPERATIONS, 'management.me.get', {
  answer: (request, { caller }) => presentMe(caller.of(request)),
});
