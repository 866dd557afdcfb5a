/** The minimum length of passwords: NIST SP 800-63B requires it if a password is the only factor. */
export const MIN_PASSWORD_CHARACTERS = 15;

/** The maximum length of hashed bytes: no password of megabytes may keep a process busy. */
export const MAX_PASSWORD_BYTES = 256;

/**
 * A password in the one form that is hashed (NFKC), however a keyboard or a system composes its characters; undefined
 * for one that is too long to be one.
 */
export function normalizePassword(text: string): string | undefined {
  // A text of megabytes is not even composed.
  if (text.length > MAX_PASSWORD_BYTES) return undefined;
  const password = text.normalize('NFKC');
  return new TextEncoder().encode(password).length > MAX_PASSWORD_BYTES ? undefined : password;
}

/** A password that somebody chose, as `normalizePassword` makes it; undefined where it is too short as well. */
export function chosenPassword(text: string): string | undefined {
  const password = normalizePassword(text);
  return password !== undefined && Array.from(password).length >= MIN_PASSWORD_CHARACTERS ? password : undefined;
}
