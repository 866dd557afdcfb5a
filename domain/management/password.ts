/** The minimum length of a password in characters. NIST SP 800-63B requires it if a password is the only factor. */
export const MIN_PASSWORD_CHARACTERS = 15;

/** The maximum length of a password in bytes, so that hashing a huge text cannot keep a process busy. */
export const MAX_PASSWORD_BYTES = 256;

/**
 * A password in the form that is hashed: NFKC, so that the keyboard or system that composed its characters does not
 * matter. Undefined if the text is too long.
 */
export function normalizePassword(text: string): string | undefined {
  // The normalization itself is too slow for a huge text.
  if (text.length > MAX_PASSWORD_BYTES) return undefined;
  const password = text.normalize('NFKC');
  return new TextEncoder().encode(password).length > MAX_PASSWORD_BYTES ? undefined : password;
}

/** A newly chosen password in the form of `normalizePassword`; undefined if it is too long or too short. */
export function normalizeNewPassword(text: string): string | undefined {
  const password = normalizePassword(text);
  return password !== undefined && Array.from(password).length >= MIN_PASSWORD_CHARACTERS ? password : undefined;
}
