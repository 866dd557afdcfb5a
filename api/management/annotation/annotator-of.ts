import { Refusal } from '../../../domain/kernel/errors.ts';
import { credentialOf, type ManagementCaller } from '../access/management-caller.ts';

/**
 * Who labels what is claimed.
 *
 * @throws Refusal `forbidden` for a user who claims for somebody else
 */
export function annotatorOf(caller: ManagementCaller, named: string | undefined): string {
  if (!('session' in caller)) return named ?? credentialOf(caller);
  const { userId } = caller.session;
  if (named !== undefined && named !== userId)
    throw new Refusal('forbidden', 'A user labels as themselves: leave annotator out.');
  return userId;
}
