import type { IssuedPassword } from '../../../clients/typescript/management/wire.ts';
import type { DocumentResult } from '../../output/result.ts';
import { secretResult } from '../../plane/secret-result.ts';

/** The result of a command that issued a one-time password. */
export function oneTimeResult(bytes: Uint8Array, { user, ...issued }: IssuedPassword): DocumentResult {
  return secretResult({
    bytes,
    secret: issued.one_time_password,
    title: `The one-time password of ${user.name}`,
    notes: [
      `The user ${user.name} (${user.role}) logs in with it until ${issued.expires_at}, and then chooses a password.`,
    ],
  });
}
