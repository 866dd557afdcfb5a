import { ADMINISTRATION_OPERATIONS } from '../../../contracts/management/administration-operations.ts';
import { RoleChangeSchema } from '../../../contracts/management/access/users.ts';
import { callerUserId } from '../access/management-caller.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { presentUser } from './present-user.ts';

/** Changes the role of a user from the next request on. */
export const changeUserRole = createManagementHandler(ADMINISTRATION_OPERATIONS, 'management.users.change_role', {
  body: RoleChangeSchema,
  async answer(request, { caller, ports: { accessAdministration, onAccessChange } }) {
    const by = callerUserId(caller.of(request));
    const user = await accessAdministration.users.changeRole(request.params.user, request.body.role, by);
    onAccessChange?.('role_changed');
    return presentUser(user);
  },
});
