import { ADMINISTRATION_OPERATIONS } from '../../../contracts/management/administration-operations.ts';
import { callerUserId } from '../access/management-caller.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { presentIssuedPassword } from './present-user.ts';

/** Replaces the password of a user with a one-time password, which only this answer contains. */
export const resetUserPassword = createManagementHandler(ADMINISTRATION_OPERATIONS, 'management.users.reset_password', {
  async answer(request, { caller, ports: { accessAdministration, onAccessChange } }) {
    const { text, ...issued } = await accessAdministration.oneTimePasswords.issue();
    const by = callerUserId(caller.of(request));
    const user = await accessAdministration.users.resetPassword(request.params.user, issued, by);
    onAccessChange?.('password_reset');
    return presentIssuedPassword(user, { text, ...issued });
  },
});
