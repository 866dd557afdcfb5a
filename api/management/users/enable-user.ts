import { ADMINISTRATION_OPERATIONS } from '../../../contracts/management/administration-operations.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { presentUser } from './present-user.ts';

/** Allows a disabled user to log in again. */
export const enableUser = createManagementHandler(ADMINISTRATION_OPERATIONS, 'management.users.enable', {
  async answer(request, { ports: { accessAdministration, onAccessChange } }) {
    const user = await accessAdministration.users.enable(request.params.user);
    onAccessChange?.('user_enabled');
    return presentUser(user);
  },
});
