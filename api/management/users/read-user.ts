import { ADMINISTRATION_OPERATIONS } from '../../../contracts/management/administration-operations.ts';
import { notFound } from '../../../domain/kernel/errors.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { presentUser } from './present-user.ts';

/** Answers with a user, also with a removed one. */
export const readUser = createManagementHandler(ADMINISTRATION_OPERATIONS, 'management.users.get', {
  async answer(request, { ports }) {
    const user = await ports.accessAdministration.users.find(request.params.user);
    if (user === undefined) throw notFound('There is no user with this id. Use an id from the list of users.');
    return presentUser(user);
  },
});
