import { ADMINISTRATION_OPERATIONS } from '../../../contracts/management/administration-operations.ts';
import { callerUserId } from '../access/management-caller.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { presentUser } from './present-user.ts';

/** Removes a user immediately, with the password and the sessions of the user. */
export const removeUser = createManagementHandler(ADMINISTRATION_OPERATIONS, 'management.users.remove', {
  async answer(request, { caller, ports: { accessAdministration, onAccessChange } }) {
    const by = callerUserId(caller.of(request));
    const user = await accessAdministration.users.remove(request.params.user, by);
    onAccessChange?.('user_removed');
    return presentUser(user);
  },
});
