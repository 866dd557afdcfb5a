import type { Option } from '../options.ts';

/** The rule for a user, phrased to follow “must be”. */
export const USER_FORM =
  'a user exactly as facts have it: 1 to 256 characters, without control characters and without blanks at its ends';

/** The user of a text; undefined if no fact can have this user. */
export function parseUser(text: string): string | undefined {
  return /^\P{Cc}{1,256}$/u.test(text) && text.trim() === text ? text : undefined;
}

/** A user in facts. The value can identify a person, so the audit does not contain it. */
export function userOption(): Option<string> {
  return { form: USER_FORM, isPrivate: true, accept: parseUser };
}
