import { createHmac } from 'node:crypto';

/** The name of the installation secret that keys the digests of erased users. */
export const ERASED_USER_KEY = 'erased_users';

/**
 * The digest by which an erased user is stored: HMAC-SHA-256 of workspace and user, 32 bytes. Without the key, guesses
 * at the user cannot be tested, and equal users of two workspaces have unrelated digests.
 */
export function userDigest(key: Buffer, workspaceId: string, user: string): Buffer {
  return createHmac('sha256', key).update(`${workspaceId}\n${user}`).digest();
}
