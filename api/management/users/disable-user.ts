import { ADMINISTRATION_OPERATIONS } from '../../../contracts/management/administration-operations.ts';
import { callerUserId } from '../access/management-caller.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { presentUser } from './present-user.ts';

/** Disables a user immediately, with the sessions and tokens of the user. */
export const disableUser = createManagementHandler(ADMINISTRATION_OPERATIONS, 'management.users.disable', {
  async answer(request, { caller, ports: { accessAdministration, onAccessChange } }) {
    const by = callerUserId(caller.of(request));
    const user = await accessAdministration.users.disable(request.params.user, by);
    onAccessChange?.('user_disabled');
    return presentUser(user);
  },
});
