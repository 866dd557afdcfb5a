import { ADMINISTRATION_OPERATIONS } from '../../../contracts/management/administration-operations.ts';
import { NewManagementUserSchema } from '../../../contracts/management/access/users.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { presentIssuedPassword } from './present-user.ts';

/** Creates a user with a one-time password, which only this answer contains. */
export const createUser = createManagementHandler(ADMINISTRATION_OPERATIONS, 'management.users.create', {
  body: NewManagementUserSchema,
  async answer(request, { ports: { accessAdministration, onAccessChange } }) {
    const { text, ...issued } = await accessAdministration.oneTimePasswords.issue();
    const { name, role } = request.body;
    const user = await accessAdministration.users.create({ name, role, ...issued });
    onAccessChange?.('user_created');
    return presentIssuedPassword(user, { text, ...issued });
  },
});
