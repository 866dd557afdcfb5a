import { wordsPattern } from './words-pattern.ts';

/** Words behind which a sentence explains or limits what it said. */
const EXPLAINS =
  'because|since|(?<=, )as|due to|given that|although|though|despite|while|whereas|even though|weil|denn|da|obwohl|car|parce que|parce qu|' +
  'puisque|bien que|porque|pues|ya que|aunque|pois|já que|embora|perché|poiché|sebbene|потому что|так как|поскольку|хотя|тому що|ponieważ|' +
  'bo|gdyż|choć|omdat|want|eftersom|fordi|protože|çünkü|karena|vì|bởi vì|επειδή|mert|koska|deoarece|لأن|زیرا|چون|כי|क्योंकि|কারণ|کیونکہ';

/** Source of a pattern for what begins an explanation. */
const EXPLANATION = `${wordsPattern(EXPLAINS)}|因为|因為|由于|由於|虽然|なぜなら|เพราะ|왜냐하면`;

/** The end of a sentence: the sign alone, so that places of a number are none. */
const SENTENCE_END = String.raw`[.!?](?=[\s"'*_)\]}]|$)|[。！？।॥۔။។؟\n]`;

const END = new RegExp(SENTENCE_END, 'gu');
const END_OR_EXPLANATION = new RegExp(`${SENTENCE_END}|${EXPLANATION}`, 'giu');

/** Characters that are looked through for the end of a sentence. */
const MAX_SENTENCE = 1_000;

/** The end of the sentence that continues at an offset. */
export function sentenceEnd(text: string, position: number): number {
  return firstPlace(END, text, position);
}

/** The end of the statement at an offset: the end of its sentence, or the start of an explanation. */
export function statementEnd(text: string, position: number): number {
  return firstPlace(END_OR_EXPLANATION, text, position);
}

function firstPlace(pattern: RegExp, text: string, position: number): number {
  // The character before it decides whether a word begins there.
  const from = Math.max(0, position - 1);
  const part = text.slice(from, position + MAX_SENTENCE);
  pattern.lastIndex = position - from;
  return from + (pattern.exec(part)?.index ?? part.length);
}
