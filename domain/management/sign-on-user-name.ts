import { MAX_USER_NAME } from './user-name.ts';

/** The prefix of every name, so that nobody mistakes such a user for one who has a password. */
const PREFIX = 'sso.';

/** The number of characters at the end that stay free for a suffix. */
const SUFFIX_LENGTH = 9;

/**
 * The name under which a user who signs on is listed: the preferred name of the provider with the allowed characters
 * alone. It identifies nobody.
 * @param suffix up to eight characters that follow the name if another user has it
 */
export function signOnUserName(preferred: string | undefined, suffix?: string): string {
  const allowed = (preferred ?? '')
    .slice(0, MAX_USER_NAME)
    .toLowerCase()
    .replaceAll(/[^a-z0-9._@-]/g, '');
  const name = `${PREFIX}${allowed === '' ? 'user' : allowed}`.slice(0, MAX_USER_NAME - SUFFIX_LENGTH);
  return suffix === undefined ? name : `${name}-${suffix}`;
}
