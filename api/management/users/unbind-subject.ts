import { ADMINISTRATION_OPERATIONS } from '../../../contracts/management/administration-operations.ts';
import { notFound } from '../../../domain/kernel/errors.ts';
import { sessionReach } from '../access/access-reach.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { presentUser } from './present-user.ts';

/** Ends the rights of a user in the customer lane, for the user and for admins with every scope. */
export const unbindSubject = createManagementHandler(ADMINISTRATION_OPERATIONS, 'management.users.unbind_subject', {
  async answer(request, { caller, ports: { accessAdministration, onAccessChange } }) {
    const { user: userId } = request.params;
    const reach = sessionReach(caller.of(request));
    const isWithinReach = reach === 'all' || (reach !== 'none' && reach.userId === userId);
    if (!isWithinReach) throw notFound('There is no user with this id, or you may not change it. Check the id.');
    const user = await accessAdministration.subjectBindings.unbind({ userId });
    onAccessChange?.('subject_unbound');
    return presentUser(user);
  },
});
