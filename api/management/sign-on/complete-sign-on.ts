import { SignOnAnswerSchema } from '../../../contracts/management/access/sign-on.ts';
import { ACCESS_OPERATIONS } from '../../../contracts/management/operations.ts';
import type { ConfirmedSignOn } from '../../../store/management/sign-on-store.ts';
import { requestSlot } from '../../frame/access/request-slot.ts';
import { requireSameOrigin } from '../../frame/access/require-same-origin.ts';
import { setSessionCookie } from '../access/session-cookie.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { presentMe } from '../sessions/present-me.ts';
import { admitSignOn, withoutAccessRefusal } from './admit-sign-on.ts';
import { requireSignOn } from './require-sign-on.ts';

const confirmed = requestSlot<ConfirmedSignOn>('confirmed sign-on');

/** Starts the session of a user whom the provider has confirmed, and sets its cookie. */
export const completeSignOn = createManagementHandler(ACCESS_OPERATIONS, 'management.sign_on.complete', {
  gate({ ports }, request) {
    requireSameOrigin(request);
    requireSignOn(ports);
  },
  body: SignOnAnswerSchema,
  async admit(request, { ports }, reply) {
    confirmed.set(request, await admitSignOn(request, ports, reply));
  },
  async answer(request, { ports }, reply) {
    const started = await requireSignOn(ports).signOns.start(confirmed.of(request));
    ports.onSignOn?.(started === undefined ? 'no_role' : 'accepted');
    if (started === undefined) throw withoutAccessRefusal();
    const { token, ...session } = started;
    const seconds = Math.round((session.expiresAt.getTime() - ports.clock.now().getTime()) / 1_000);
    setSessionCookie(request, reply, { token, seconds });
    return presentMe({ session });
  },
});
