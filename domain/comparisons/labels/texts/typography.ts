import { composeText } from '../../../kernel/text/compose-text.ts';

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const APOSTROPHES = /[’‘‚‛`´′ʼʻʹ＇׳]/gu;
const QUOTES = /[“”„‟«»‹›「」『』″״＂〝〞〟]/gu;
const DASHES = /[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/gu;
/** Forms that NFKC would make another number of: `10²` is not `102`, `1½` is not `11/2`. */
const RAISED = /([⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)/gu;
const BEFORE_FRACTION = /(?<=\p{Nd})(?=[¼½¾⅐-⅞↉])/gu;

/**
 * A text with each character in one form: NFKC, without invisible characters, one apostrophe, one quotation mark and
 * one hyphen. A text that cannot be composed keeps its characters.
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

/** Letters of Turkish and its neighbours, whose capitals are others than those of `i`. */
const TURKISH = /[ıİ]/u;

/** True of a text in which `I` is the capital of `ı`. */
export function isTurkish(text: string): boolean {
  return TURKISH.test(text);
}

/** A text without its case, as Unicode folds it in full: `ß` and `SS` are `ss`, `ς` is `σ`. */
export function foldCase(text: string, isInTurkish = false): string {
  const small = isInTurkish ? text.toLocaleLowerCase('tr') : text.toLowerCase();
  const folded = small.replace(/\p{Changes_When_Casefolded}/gu, (character) => character.toUpperCase().toLowerCase());
  return composeText(folded, 'NFC') ?? folded;
}
