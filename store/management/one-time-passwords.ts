import { randomInt } from 'node:crypto';
import type { Clock } from '../../domain/kernel/clock.ts';
import { ONE_TIME_PASSWORD_MS } from '../../domain/management/session-times.ts';
import type { PasswordHasher } from './password-hasher.ts';

/** Digits and letters that are not confused with each other when a person reads them aloud. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
/** Four groups of five characters: 99 bits. */
const GROUPS = 4;
const GROUP_LENGTH = 5;

/** A one-time password that was issued for a user, who has to replace it. */
export interface IssuedPassword {
  readonly passwordHash: string;
  readonly oneTimeUntil: Date;
}

/** Issues passwords for users, who have to replace them at the first login. */
export interface OneTimePasswords {
  /** A new password. Its text is returned here and never again. */
  issue(): Promise<IssuedPassword & { readonly text: string }>;
}

export function createOneTimePasswords(passwords: Pick<PasswordHasher, 'hash'>, clock: Clock): OneTimePasswords {
  return {
    async issue() {
      const text = Array.from({ length: GROUPS }, randomGroup).join('-');
      const oneTimeUntil = new Date(clock.now().getTime() + ONE_TIME_PASSWORD_MS);
      return { text, passwordHash: await passwords.hash(text), oneTimeUntil };
    },
  };
}

function randomGroup(): string {
  return Array.from({ length: GROUP_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
}
