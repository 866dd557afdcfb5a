import type { VirtualKey } from '../../../clients/typescript/management/wire.ts';
import { CommandFault } from '../../output/command-fault.ts';
import type { DocumentResult } from '../../output/result.ts';
import { secretResult } from '../../plane/secret-result.ts';

/**
 * The result of a command that made a key.
 *
 * @throws CommandFault `unavailable` if the answer with the text was lost and a retry found the key without it
 */
export function keyResult(
  bytes: Uint8Array,
  { key, token }: { readonly key: VirtualKey; readonly token?: string },
  notes: readonly string[],
): DocumentResult {
  const { key_id: id, owner, environment_id: environment, expires_at: expiry } = key;
  if (token === undefined)
    throw new CommandFault('unavailable', `The key ${id} was made, and the answer with its text was lost.`, {
      why: 'the service stores only a hash of a key, so a retry cannot get the text again',
      next: `tt keys rotate ${id} --grace 0`,
      code: 'secret_lost',
    });
  const ends = expiry === undefined ? 'without an expiry' : `until ${expiry}`;
  return secretResult({
    bytes,
    secret: token,
    title: 'The key of the gateway',
    notes: [`Key ${id} of ${owner} in ${environment}, valid ${ends}. Its text cannot be shown again.`, ...notes],
  });
}
