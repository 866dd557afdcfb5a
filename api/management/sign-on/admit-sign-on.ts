import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { SignOnAnswerSchema } from '../../../contracts/management/access/sign-on.ts';
import { Refusal } from '../../../domain/kernel/errors.ts';
import { signOnLimits } from '../../../domain/management/login-limits.ts';
import { signOnRole } from '../../../domain/management/sign-on-role.ts';
import type { ConfirmedSignOn } from '../../../store/management/sign-on-store.ts';
import { clientNetwork } from '../../../transport/client-network.ts';
import { tooManyAttemptsRefusal } from '../access/prove-password.ts';
import type { ConfirmedUser, SignOnAttempt, SignOnSources } from '../access/sign-on-ports.ts';
import type { ManagementPorts } from '../ports/management-ports.ts';
import { requireSignOn } from './require-sign-on.ts';
import { createSignOnAttempts } from './sign-on-attempts.ts';
import { SIGN_ON_HOST_COOKIE } from './sign-on-host-cookie.ts';

type SignOnAnswerRequest = FastifyRequest & { readonly body: Static<typeof SignOnAnswerSchema> };

/**
 * Checks the answer of the provider to a sign-on: the browser that began it, its single use, and the identity and role
 * of the user.
 * @throws Refusal `unauthorized`, with the same sentence for an answer that is forged, expired, used or not confirmed;
 * `forbidden` for a user without a role; `rate_limited`; `dependency_unavailable` if the provider does not answer
 */
export async function admitSignOn(
  request: SignOnAnswerRequest,
  ports: ManagementPorts,
  reply: FastifyReply,
): Promise<ConfirmedSignOn> {
  const signOn = requireSignOn(ports);
  const network = clientNetwork(request.ip);
  const held = signOnLimits(network);
  const full = await ports.loginLimits.count(held);
  if (full !== undefined) {
    ports.onSignOn?.('slowed');
    throw tooManyAttemptsRefusal(reply, full.retryAfterMs);
  }
  const user = await redeemOnce(request, ports, signOn);
  await ports.loginLimits.takeBack(held);
  return requireRole(ports, signOn, user, network);
}

/** @throws Refusal `unauthorized`, or `dependency_unavailable` */
async function redeemOnce(
  request: SignOnAnswerRequest,
  ports: ManagementPorts,
  { provider, signOns }: SignOnSources,
): Promise<ConfirmedUser> {
  const { state, ...answer } = request.body;
  const attempt = await takeAttempt(request, ports, signOns);
  try {
    const user = attempt?.state === state ? await provider.redeem(answer, attempt) : undefined;
    if (user !== undefined) return user;
  } catch (error) {
    ports.onSignOn?.('unavailable');
    throw error;
  }
  ports.onSignOn?.('refused');
  throw new Refusal(
    'unauthorized',
    'The sign-on was not accepted: it was used before, has expired, began in another browser, or was not confirmed by the provider. Sign on again.',
  );
}

/**
 * The attempt of this browser; undefined if it has none, or if it was taken before. It is taken before the provider is
 * asked, also for a wrong state, so that of two equal requests only one asks.
 */
async function takeAttempt(
  request: FastifyRequest,
  { clock, installationKey }: Pick<ManagementPorts, 'clock' | 'installationKey'>,
  signOns: SignOnSources['signOns'],
): Promise<SignOnAttempt | undefined> {
  const begun = createSignOnAttempts(installationKey).read(SIGN_ON_HOST_COOKIE.read(request) ?? '', clock.now());
  if (begun === undefined) return undefined;
  const { attempt, expiresAt } = begun;
  return (await signOns.useState(attempt.state, expiresAt)) ? attempt : undefined;
}

/** @throws Refusal `forbidden` for a user without a role, whose sessions end */
async function requireRole(
  { onSignOn }: Pick<ManagementPorts, 'onSignOn'>,
  { settings, confirmations }: SignOnSources,
  { subject, preferredName, claims, refreshToken, confirmedAt }: ConfirmedUser,
  network: string,
): Promise<ConfirmedSignOn> {
  const identity = { issuer: settings.issuer, subject };
  const role = signOnRole(claims, settings.roleClaim, settings.roles);
  if (role !== undefined) return { ...identity, role, preferredName, network, confirmedAt, refreshToken };
  await confirmations.withdraw(identity, confirmedAt);
  onSignOn?.('no_role');
  throw withoutAccessRefusal();
}

/** The refusal for a user to whom no rule gives a role, and for a disabled user. */
export function withoutAccessRefusal(): Refusal {
  return new Refusal(
    'forbidden',
    'The provider confirmed your identity, but you have no access here. Ask an administrator for a role.',
  );
}
