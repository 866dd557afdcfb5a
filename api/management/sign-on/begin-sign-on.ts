import { ACCESS_OPERATIONS } from '../../../contracts/management/operations.ts';
import { SIGN_ON_MS } from '../../../domain/management/session-times.ts';
import { requireSameOrigin } from '../../frame/access/require-same-origin.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { requireSignOn } from './require-sign-on.ts';
import { createSignOnAttempts } from './sign-on-attempts.ts';
import { SIGN_ON_HOST_COOKIE } from './sign-on-host-cookie.ts';

/** Begins a sign-on: answers with the address of the provider, and binds the sign-on to this browser. */
export const beginSignOn = createManagementHandler(ACCESS_OPERATIONS, 'management.sign_on.begin', {
  gate({ ports }, request) {
    requireSameOrigin(request);
    requireSignOn(ports);
  },
  async answer(request, { ports }, reply) {
    const { provider } = requireSignOn(ports);
    const { attempt, cookie, expiresAt } = createSignOnAttempts(ports.installationKey).begin(ports.clock.now());
    const authorizationUrl = await provider.authorizationUrl(attempt).catch((error: unknown) => {
      ports.onSignOn?.('unavailable');
      throw error;
    });
    SIGN_ON_HOST_COOKIE.set(request, reply, cookie, SIGN_ON_MS / 1_000);
    return { authorization_url: authorizationUrl, expires_at: expiresAt.toISOString() };
  },
});
