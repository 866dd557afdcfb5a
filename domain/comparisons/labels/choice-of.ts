const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/**
 * The choice that an answer ends with: the last one that it names as a word of its own, of two that end at one place the longer.
 * Choices are looked for as they are written, so that the article "a" is not the choice "A"; where none stands so, in any case.
 *
 * @returns undefined for an answer that names none
 */
export function choiceOf(answer: string, choices: readonly string[]): string | undefined {
  return lastNamed(answer, choices, (text) => text) ?? lastNamed(answer, choices, (text) => text.toLowerCase());
}

function lastNamed(answer: string, choices: readonly string[], spelled: (text: string) => string): string | undefined {
  const text = spelled(answer);
  const named = choices
    .map((choice) => ({ choice, end: endOfLast(text, spelled(choice)) }))
    .filter(({ end }) => end > 0)
    .sort((one, other) => other.end - one.end || other.choice.length - one.choice.length);
  return named[0]?.choice;
}

/** Where the last occurrence of a word ends; 0 where it does not stand alone anywhere. */
function endOfLast(text: string, word: string): number {
  let start = text.lastIndexOf(word);
  while (start >= 0) {
    const end = start + word.length;
    if (!LETTER_OR_DIGIT.test(text.charAt(start - 1)) && !LETTER_OR_DIGIT.test(text.charAt(end))) return end;
    start = start === 0 ? -1 : text.lastIndexOf(word, start - 1);
  }
  return 0;
}
