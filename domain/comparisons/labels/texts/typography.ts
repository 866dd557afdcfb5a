import { composeText } from '../../../kernel/text/compose-text.ts';

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const APOSTROPHES = /[’‘‚‛`´′ʼʻʹ＇׳]/gu;
const QUOTES = /[“”„‟«»‹›「」『』″״＂〝〞〟]/gu;
const DASHES = /[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/gu;
/** Characters that NFKC would turn into another number: `10²` is not `102`, and `1½` is not `11/2`. */
const RAISED = /([⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)/gu;
const BEFORE_FRACTION = /(?<=\p{Nd})(?=[¼½¾⅐-⅞↉])/gu;

/**
 * A text with one form of each character: NFKC, without invisible characters, with one kind of apostrophe, quotation
 * mark and hyphen. A text that cannot be composed retains its characters.
 */
export function plainTypography(text: string): string {
  const plain = text
    .replace(INVISIBLE, '')
    .replace(APOSTROPHES, "'")
    .replace(QUOTES, '"')
    .replace(DASHES, '-')
    .replace(RAISED, '^$1')
    .replace(BEFORE_FRACTION, ' ');
  return (composeText(plain, 'NFKC') ?? plain).replaceAll('⁄', '/');
}

/** Letters of Turkish and related languages, in which `I` is not the capital of `i`. */
const TURKISH = /[ıİ]/u;

/** True if `I` is the capital of `ı` in the text. */
export function isTurkish(text: string): boolean {
  return TURKISH.test(text);
}

/** A text with full Unicode case folding: `ß` and `SS` become `ss`, and `ς` becomes `σ`. */
export function foldCase(text: string, isInTurkish = false): string {
  const small = isInTurkish ? text.toLocaleLowerCase('tr') : text.toLowerCase();
  const folded = small.replace(/\p{Changes_When_Casefolded}/gu, (character) => character.toUpperCase().toLowerCase());
  return composeText(folded, 'NFC') ?? folded;
}
