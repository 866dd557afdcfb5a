import { rewriteText, type PlainText } from '../texts/plain-text.ts';

/** The non-breaking space, which separates the digit groups of one number. */
export const JOINING_SPACE = '\u00A0';

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉';
const SIGNS_ABOVE = /[⁻⁺]/gu;

/** All notations other than `1234.5`, `-5`, `1/2` and `10^(3)`. */
const NOTATION = new RegExp(
  [
    String.raw`\\[dtc]?frac\s?(?:\{([^\{\}]{1,100})\}\s?\{([^\{\}]{1,100})\}|(\d)(\d))`, // 1 to 4: above and below
    String.raw`(?:\\text)?\{([,.\-−]|\\,)\}`, // 5: a mark between groups, or a sign
    String.raw`\\(?:,|;|:|!| |[a-zA-Z]+|[$%\{\}\(\)\[\]])`,
    String.raw`&(?:minus|ndash|nbsp|thinsp|times|frac12|frac14|frac34);`,
    String.raw`\^\s?\{\s?([\-+−]?\d{1,9})\s?\}`, // 6: an exponent
    String.raw`([${SUPERSCRIPTS}]{1,9})[⁄\/∕]([${SUBSCRIPTS}]{1,9})`, // 7 and 8: above and below
    String.raw`([⁻⁺]?[${SUPERSCRIPTS}]+)`, // 9
    String.raw`[${SUBSCRIPTS}]+`,
    String.raw`[\p{Nd}--[0-9]]+`,
    String.raw`[\p{No}--[${SUPERSCRIPTS}${SUBSCRIPTS}]]`,
    String.raw`[[\p{Dash_Punctuation}\u02D7\u2043\u207B\u208B\u23AF\u2500\u2501\u2796\u3161]--[\-\u05BE\u301C\u3030\u30A0]]`,
    String.raw`[ー\uFF70](?=\p{Nd})`,
    String.raw`[\u00A0\u2000-\u200A\u202F\u205F\u3000]`,
    String.raw`[\u00AD\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]+`,
    String.raw`[\uFF00-\uFF60\uFFE0-\uFFE6\u3300-\u33FF]`,
    String.raw`(?<=[۰-۹])/(?=[۰-۹])`,
    String.raw`[’‘ʼ⁄∕﹣∙⋅]`,
  ].join('|'),
  'gv',
);

/** The TeX commands that can be part of numbers, with their replacements. All others become a space. */
const COMMANDS: Readonly<Record<string, string>> = {
  ',': JOINING_SPACE,
  ';': JOINING_SPACE,
  ':': JOINING_SPACE,
  ' ': JOINING_SPACE,
  thinspace: JOINING_SPACE,
  '!': '',
  $: '$',
  '%': '%',
  times: '×',
  cdot: '·',
  div: '÷',
  pm: '±',
  mp: '±',
  over: '/',
  sqrt: '√',
  pi: 'π',
  approx: '≈',
  circ: '°',
  degree: '°',
  left: '',
  right: '',
  boxed: '\\boxed',
  fbox: '\\boxed',
  minus: '-',
  textsuperscript: '^',
};

const PLAIN: Readonly<Record<string, string>> = {
  '&minus;': '−',
  '&ndash;': '-',
  '&nbsp;': JOINING_SPACE,
  '&thinsp;': JOINING_SPACE,
  '&times;': '×',
  '&frac12;': ' 1/2',
  '&frac14;': ' 1/4',
  '&frac34;': ' 3/4',
  '\u2014': '—',
  '\u2015': '—',
  '\uFE58': '—',
  '\u02D7': '−',
  '\u2796': '−',
  '\uFE63': '−',
  '\uFF0D': '−',
  '\u207B': '−',
  '\u208B': '−',
  '’': "'",
  '‘': "'",
  ʼ: "'",
  '⁄': '/',
  '∕': '/',
  '∙': '·',
  '⋅': '·',
};

/**
 * An answer with all numbers in one notation. Digits of all scripts become `0` to `9`, exponents `^(3)`, fractions
 * `1/2`, dashes `-`, `−` or `—`, and TeX commands the characters that they display. Invisible characters are removed.
 */
export function plainNotation(answer: string): PlainText {
  const known = new Map<string, string>();
  return rewriteText(answer, NOTATION, (match, before) => {
    const [text] = match;
    if (text.length > 2) return plainOf(match, before);
    if (text === 'ー' || text === '\uFF70') return plainOf(match, before);
    const key = text + (isDigit(before) ? '0' : '');
    const plain = known.get(key) ?? plainOf(match, before);
    known.set(key, plain);
    return plain;
  });
}

/** The replacement of a slash between Persian digits, which may be a decimal mark. */
const PERSIAN_SLASH = '؍';

function plainOf(match: RegExpExecArray, before: string | undefined): string {
  const [text, above, below, digitAbove, digitBelow, mark, exponent, raised, lowest, superscript] = match;
  if (digitAbove !== undefined && digitBelow !== undefined) return fraction(digitAbove, digitBelow, before);
  if (above !== undefined && below !== undefined) return fraction(digitsOf(above), digitsOf(below), before);
  if (mark !== undefined) return mark.startsWith('\\') ? JOINING_SPACE : mark;
  if (exponent !== undefined) return `^(${exponent})`;
  if (raised !== undefined && lowest !== undefined) {
    return fraction(lowered(raised, SUPERSCRIPTS), lowered(lowest, SUBSCRIPTS), before);
  }
  if (superscript !== undefined) return `^(${lowered(superscript, SUPERSCRIPTS)})`;
  if (text.startsWith('\\')) return COMMANDS[text.slice(1)] ?? ' ';
  return plainCharacter(text, before);
}

function plainCharacter(text: string, before: string | undefined): string {
  if (text === '/') return PERSIAN_SLASH;
  const known = PLAIN[text];
  if (known !== undefined) return known;
  if (SUBSCRIPTS.includes(text.charAt(0))) return `_(${lowered(text, SUBSCRIPTS)})`;
  if (text === 'ー' || text === '\uFF70') return afterKana(text, before);
  if (/^[\p{Pd}\u2043\u2500\u2501\u23AF\u3161]$/u.test(text)) return '-';
  if (/^\p{Nd}/u.test(text)) return digitsOf(text);
  if (/^\p{Cf}/u.test(text)) return '';
  if (/^\s$/u.test(text)) return /[\u2000-\u2005\u205F\u3000]/u.test(text) ? ' ' : JOINING_SPACE;
  const compatible = text.normalize('NFKC');
  const [above, below] = compatible.split('⁄');
  return above !== undefined && below !== undefined && below !== '' ? fraction(above, below, before) : compatible;
}

/**
 * The replacement of the long-vowel sign, which looks like a minus. After Katakana it is never a minus, after Hiragana
 * it may be one.
 */
function afterKana(sign: string, before: string | undefined): string {
  if (before === undefined) return '−';
  if (/[\p{Script=Katakana}ー]/u.test(before)) return sign;
  return /\p{Script=Hiragana}/u.test(before) ? '±' : '−';
}

/** The notation of a fraction. A digit before it is an integer that is added, so `1½` becomes `1 1/2`. */
function fraction(above: string, below: string, before: string | undefined): string {
  const [sign, size] = /^[-−]/u.test(below) ? ['-', below.slice(1)] : ['', below];
  return `${isDigit(before) ? ' ' : ''}${sign}${above}/${size}`;
}

function isDigit(character: string | undefined): boolean {
  if (character === undefined) return false;
  return character < '\u0080' ? (character >= '0' && character <= '9') || character === '}' : /\p{Nd}/u.test(character);
}

function digitsOf(text: string): string {
  return text.replace(/[^\P{Nd}0-9]/gu, digitOf).trim();
}

const DIGITS = new Map<string, string>();

function digitOf(digit: string): string {
  const known = DIGITS.get(digit) ?? valueOf(digit);
  DIGITS.set(digit, known);
  return known;
}

/**
 * The value of a digit. The digits of a script are consecutive from 0 to 9; several runs of mathematical digits follow
 * each other.
 */
function valueOf(digit: string): string {
  const compatible = digit.normalize('NFKC');
  if (/^[0-9]$/u.test(compatible)) return compatible;
  const code = compatible.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}

function lowered(text: string, digits: string): string {
  const signed = text.replace(SIGNS_ABOVE, (sign) => (sign === '⁻' ? '-' : ''));
  return Array.from(signed, (sign) => (digits.includes(sign) ? String(digits.indexOf(sign)) : sign)).join('');
}
