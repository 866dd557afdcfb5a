import { normalizePerson } from '../../../domain/judges/normalize-person.ts';
import { Refusal } from '../../../domain/kernel/errors.ts';
import { callerCredentialId, type ManagementCaller } from '../access/management-caller.ts';

/**
 * The normalized name of the person who labels the claimed rows.
 *
 * @throws Refusal `forbidden` for a user who claims for another annotator
 */
export function requireAnnotator(caller: ManagementCaller, named: string | undefined): string {
  if (!('session' in caller)) return normalizePerson(named ?? callerCredentialId(caller));
  const { userId } = caller.session;
  if (named !== undefined && normalizePerson(named) !== normalizePerson(userId))
    throw new Refusal('forbidden', 'A user can label only in their own name. Omit `annotator`.');
  return normalizePerson(userId);
}
