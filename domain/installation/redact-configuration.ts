import type { ConfigurationText } from './running-configuration.ts';

/** The text in place of a secret. */
const HIDDEN = '[redacted]';

/**
 * The forms of secrets that people paste into comments: private keys, the user of a URL, keys and tokens of Truetally
 * and of well-known services, web tokens. Each form begins at the start of a word, so that a text is read once.
 */
const SECRET_FORMS: readonly RegExp[] = [
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g,
  /(?<=:\/\/)[^\s/?#@]{1,512}(?=@)/g,
  /(?<![\w-])tt[mvpk]_[0-9A-Za-z]{12,}/g,
  /(?<![\w-])sk-[\w-]{16,}/g,
  /(?<![\w-])AIza[\w-]{30,}/g,
  /(?<![\w-])(?:AKIA|ASIA)[A-Z0-9]{16}(?!\w)/g,
  /(?<![\w-])(?:gh[pousr]_|github_pat_)\w{20,}/g,
  /(?<![\w-])xox[abeprs]-[\w-]{10,}/g,
  /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g,
];

/**
 * The text of a configuration file without secrets. A file names variables instead of secrets, so that usually nothing
 * is hidden; comments can contain anything.
 * @param secrets the keys in the variables that the file names; no text is empty. They are hidden wherever they occur
 */
export function redactConfiguration(
  text: string,
  secrets: readonly string[],
): Pick<ConfigurationText, 'text' | 'redactions'> {
  let redactions = 0;
  const hide = (): string => {
    redactions += 1;
    return HIDDEN;
  };
  // No store and no answer accepts NUL.
  let shown = text.replaceAll('\u0000', '\ufffd');
  // A secret may contain a shorter one.
  const longestFirst = [...new Set(secrets)].sort((one, other) => other.length - one.length);
  for (const secret of longestFirst) shown = shown.replaceAll(secret, hide);
  for (const form of SECRET_FORMS) shown = shown.replace(form, hide);
  return { text: shown, redactions };
}
