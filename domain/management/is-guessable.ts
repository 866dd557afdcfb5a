/** The maximum number of well-known parts of a password that an attacker tries in all combinations. */
const MAX_GUESSED_PARTS = 2;
/** The minimum length of a part, so that single letters and digits are not parts. */
const MIN_PART = 3;
/** The maximum length of a listed password. */
const MAX_LISTED = 32;
/** The maximum length of a text whose repetition is a password that attackers try. */
const MAX_REPEATED = 8;

/**
 * True for a password that attackers try first: a repeated text of at most 8 characters, or at most two well-known
 * parts. A part is a listed password, or a run of equal or successive characters, such as `aaaa` or `4567`. Lists of
 * leaked passwords seldom contain passwords of 15 characters, but these combinations of shorter ones. Two parts of a
 * list with 60,000 entries have fewer combinations than six random characters.
 *
 * @param password at most 256 characters; its case does not matter
 * @param isListed true for a lower-case text that the list of common passwords contains
 */
export function isGuessable(password: string, isListed: (text: string) => boolean): boolean {
  const text = password.toLowerCase();
  return isRepetition(text) || fewestParts(text, isListed) <= MAX_GUESSED_PARTS;
}

function isRepetition(text: string): boolean {
  for (let length = 1; length <= MAX_REPEATED && length < text.length; length += 1) {
    if (text.slice(length) === text.slice(0, -length)) return true;
  }
  return false;
}

/** The minimum number of parts that together are the text; infinite if the text does not consist of parts. */
function fewestParts(text: string, isListed: (text: string) => boolean): number {
  const fewest = Array.from({ length: text.length + 1 }, () => Number.POSITIVE_INFINITY);
  fewest[0] = 0;
  for (let start = 0; start < text.length; start += 1) {
    const parts = (fewest[start] ?? Number.POSITIVE_INFINITY) + 1;
    // Further parts could not make a guessable password any more.
    if (parts > MAX_GUESSED_PARTS) continue;
    const run = runLength(text, start);
    for (let length = MIN_PART; start + length <= text.length; length += 1) {
      const end = start + length;
      const isPart = length <= run || (length <= MAX_LISTED && isListed(text.slice(start, end)));
      if (isPart) fewest[end] = Math.min(fewest[end] ?? Number.POSITIVE_INFINITY, parts);
    }
  }
  return fewest[text.length] ?? Number.POSITIVE_INFINITY;
}

/** The number of characters from `start` that are equal, or each the successor or predecessor of the previous one. */
function runLength(text: string, start: number): number {
  const step = text.charCodeAt(start + 1) - text.charCodeAt(start);
  if (Number.isNaN(step) || Math.abs(step) > 1) return 1;
  let end = start + 1;
  while (end + 1 < text.length && text.charCodeAt(end + 1) - text.charCodeAt(end) === step) end += 1;
  return end - start + 1;
}
