import { Refusal } from '../../../domain/kernel/errors.ts';
import { signOnRole } from '../../../domain/management/sign-on-role.ts';
import type { SignOnPorts, SignOnSources } from './sign-on-ports.ts';

/**
 * Asks the provider about the user of a session, and records the answer: the present role, or the end of the session.
 * It changes nothing if another process asks, or if the provider does not answer.
 */
export async function confirmSession({ signOn, onConfirmation }: SignOnPorts, token: string): Promise<void> {
  if (signOn === undefined) return;
  try {
    const outcome = await confirmClaimed(signOn, token);
    if (outcome !== undefined) onConfirmation?.(outcome);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'dependency_unavailable') throw error;
    onConfirmation?.('unavailable');
  }
}

/** The outcome of the question; undefined if this process did not ask. */
async function confirmClaimed(
  { settings, provider, confirmations }: SignOnSources,
  token: string,
): Promise<'confirmed' | 'ended' | undefined> {
  const claimed = await confirmations.claim(token);
  if (claimed === undefined) return undefined;
  const { refreshToken: presented } = claimed;
  const user = presented === undefined ? undefined : await provider.confirm(presented, claimed.subject);
  if (user === undefined || presented === undefined) {
    await confirmations.end(claimed);
    return 'ended';
  }
  const role = signOnRole(user.claims, settings.roleClaim, settings.roles);
  if (role === undefined) {
    await confirmations.withdraw(claimed, user.confirmedAt);
    return 'ended';
  }
  // Providers that do not rotate refresh tokens issue no new one.
  const { confirmedAt, refreshToken = presented } = user;
  await confirmations.confirm(claimed, { token, role, confirmedAt, refreshToken });
  return 'confirmed';
}
