import { ADMINISTRATION_OPERATIONS } from '../../../contracts/management/administration-operations.ts';
import { NewManagementTokenSchema } from '../../../contracts/management/access/tokens.ts';
import { Refusal } from '../../../domain/kernel/errors.ts';
import { requireWithinRights } from '../../../domain/management/own-rights.ts';
import { tokenExpiry } from '../../../domain/management/token-expiry.ts';
import { tokenCreator } from '../access/access-reach.ts';
import { callerAccess, type ManagementCaller } from '../access/management-caller.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { presentToken } from './present-token.ts';

/** Creates a token with at most the rights of the caller. Only this answer contains its text. */
export const createToken = createManagementHandler(ADMINISTRATION_OPERATIONS, 'management.tokens.create', {
  body: NewManagementTokenSchema,
  async answer(request, { caller: callers, ports: { accessAdministration, onAccessChange, clock } }) {
    const caller = callers.of(request);
    requirePasswordSession(caller);
    const own = callerAccess(caller);
    const { label, role, expires_at: stated } = request.body;
    const scopes = request.body.scopes ?? own.scopes.filter((scope) => scope !== 'content:read');
    requireWithinRights({ role, scopes }, own);
    const now = clock.now();
    const expiresAt = tokenExpiry(stated, 'token' in caller ? caller.token.expiresAt : undefined, now);
    const wanted = { label, role, scopes, expiresAt };
    const { token: text, ...made } = await accessAdministration.tokens.create(wanted, tokenCreator(caller));
    onAccessChange?.('token_created');
    return { token: presentToken(made, now), text };
  },
});

/**
 * Refuses users who signed on. Their role is confirmed while they have a session, and a token works without one.
 * @throws Refusal `forbidden`
 */
function requirePasswordSession(caller: ManagementCaller): void {
  if ('token' in caller || caller.session.signOn === undefined) return;
  throw new Refusal(
    'forbidden',
    'Users who sign on with a provider cannot create tokens. Ask an administrator with a password for a token.',
  );
}
