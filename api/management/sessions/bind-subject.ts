import { SubjectProofSchema } from '../../../contracts/management/access/sign-on.ts';
import { ADMINISTRATION_OPERATIONS } from '../../../contracts/management/administration-operations.ts';
import { Refusal } from '../../../domain/kernel/errors.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { presentMe } from './present-me.ts';

/**
 * Lets the user of the session act for the subject of a management key. The key proves that the caller has the rights
 * of the subject already, so nobody gains rights.
 */
export const bindSubject = createManagementHandler(ADMINISTRATION_OPERATIONS, 'management.me.bind_subject', {
  body: SubjectProofSchema,
  async answer(request, { caller: callers, ports: { credentials, accessAdministration, onAccessChange } }) {
    const caller = callers.of(request);
    if (!('session' in caller))
      throw new Refusal('forbidden', 'A token acts for no subject. Log in as a user, and send the cookie.');
    const proof = await credentials.resolve(request.body.management_key);
    if (proof?.class !== 'management')
      throw new Refusal('forbidden', 'The key is not an active management key. Send a management key (`ttm_…`).');
    const { credentialId, subjectId } = proof;
    const { session } = caller;
    await accessAdministration.subjectBindings.bindByCredential(session.userId, { credentialId, subjectId });
    onAccessChange?.('subject_bound');
    return presentMe({ session: { ...session, subjectId } });
  },
});
