import { ADMINISTRATION_OPERATIONS } from '../../../contracts/management/administration-operations.ts';
import { notFound } from '../../../domain/kernel/errors.ts';
import { tokenReach } from '../access/access-reach.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { presentToken } from './present-token.ts';

/** Revokes a token that the caller may see, and thereby all tokens that it created. */
export const revokeToken = createManagementHandler(ADMINISTRATION_OPERATIONS, 'management.tokens.revoke', {
  async answer(request, { caller, ports: { accessAdministration, onAccessChange, clock } }) {
    const reach = tokenReach(caller.of(request));
    const revoked = await accessAdministration.tokens.revoke(request.params.tok, reach);
    if (revoked === undefined) throw notFound('There is no token with this id. Use an id from the list of tokens.');
    onAccessChange?.('token_revoked');
    return presentToken(revoked, clock.now());
  },
});
