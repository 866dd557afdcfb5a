import { isGuessable } from './is-guessable.ts';
import { MAX_PASSWORD_BYTES, MIN_PASSWORD_CHARACTERS, normalizeNewPassword } from './password.ts';

/** The minimum number of characters that remain of a password without the words that an attacker knows. */
const MIN_REST = 8;
/** The minimum length of a user name that counts as such a word; shorter names occur in many passwords by chance. */
const MIN_WORD = 3;

/** The facts that a new password is compared with. */
interface PasswordContext {
  /** The name of the user. */
  readonly name: string;
  /** True for a lower-case text in the list of common passwords. */
  readonly isListed: (text: string) => boolean;
}

/** A new password in the form that is hashed, or the sentence that explains why it is refused. */
type CheckedPassword = { readonly password: string } | { readonly fault: string };

/**
 * Checks a newly chosen password: its length, common passwords, and passwords that consist of the name of the user or
 * of the product. ASVS 5 requires these checks and no others, such as required digits.
 */
export function checkNewPassword(text: string, { name, isListed }: PasswordContext): CheckedPassword {
  const password = normalizeNewPassword(text);
  if (password === undefined) {
    return {
      fault: `The password must have at least ${MIN_PASSWORD_CHARACTERS} characters and at most ${MAX_PASSWORD_BYTES} bytes. Choose another password.`,
    };
  }
  if (Array.from(withoutWords(password, name)).length < MIN_REST) {
    return {
      fault: 'The password consists mostly of the name of the user or of the product. Choose another password.',
    };
  }
  if (isGuessable(password, isListed)) {
    return {
      fault: 'The password is common, or a combination of two common ones. Choose another one, such as four words.',
    };
  }
  return { password };
}

function withoutWords(password: string, name: string): string {
  const words = [name, 'truetally'].filter((word) => word.length >= MIN_WORD);
  return words.reduce((rest, word) => rest.replaceAll(word, ''), password.toLowerCase());
}
