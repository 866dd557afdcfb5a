import { SPACELESS_SCRIPT, wordsPattern } from '../phrases/words-pattern.ts';

/** The sign of a number, or the reason why it is unclear. */
export type NumberSign =
  | 'positive'
  | 'negative'
  /** A sign that joins two numbers, or has two readings. */
  | 'open'
  /** A sign that belongs to a name or a formula, such as COVID-19. */
  | 'name';

const MINUS_WORDS =
  'minus|negative|negativ|sıfırın altında|moins|négatif|menos|negativo|meno|минус|отрицательное|мінус|eksi|miinus|mīnus|menys|hasi|մինուս|მინუს|মাইনাস|மைனஸ்|మైనస్|ಮೈನಸ್|മൈനസ്|માઈનસ|ਮਾਈਨਸ|منهای|mínusz|mínus|negatif|âm|' +
  'ऋण|ऋणात्मक|माइनस|ঋণ|ঋণাত্মক|মাইনাস|سالب|ناقص|منفی|منفي|מינוס|μείον|πλην|(?<=(?:is|er|wordt) )min';
const SPACELESS_MINUS = '负|負の?|マイナス|零下|氷点下|마이너스|영하|ติดลบ|ลบ|ដក|ລົບ|အနုတ်';
const MINUS = new RegExp(`(?:${wordsPattern(MINUS_WORDS)}[\\s*_\`}(]+|(?:${SPACELESS_MINUS})\\s?)$`, 'iu');

const SPACELESS = new RegExp(`[${SPACELESS_SCRIPT}]\\p{M}*$`, 'u');
const CURRENCY =
  /(?:(?<![\p{L}\p{M}])\p{Lu}{0,3}\p{Sc}[ \u00A0]?|(?<![\p{L}\p{M}])(?:USD|EUR|GBP|INR|CNY|RMB|JPY|CHF|Fr\.?|Rs\.?|Rp\.?|kr\.?|RM|PLN|CAD|AUD)[ \u00A0]?)$/u;
/** Emphasis or brackets between a sign and its number. */
const WRAPPED = '(?:[*_\u0060({\\[]|\\\\boxed\\{)*';
const SIGN = new RegExp(`([-−—+±]|√)(?:([ \\u00A0])|${WRAPPED})$`, 'u');
/** Text after which a sign that is followed by a space belongs to the next number. */
const STATES = new RegExp(
  String.raw`(?:[=:(\[{$≈<>：（]|是|为|為|は|${wordsPattern('is|are|equals|be|ist|sind|est|es|son|é|são|è|är|er|jest|to|είναι|on')})$`,
  'iu',
);

/** The text before the currency of the number that follows, and whether there is a currency. */
export function textBeforeCurrency(before: string): { ahead: string; isMoney: boolean } {
  const money = CURRENCY.exec(before)?.[0] ?? '';
  return { ahead: before.slice(0, before.length - money.length), isMoney: money !== '' };
}

/** The text before the sign and the currency of the number that follows. */
export function textBeforeSign(before: string): string {
  const { ahead } = textBeforeCurrency(before);
  return ahead.replace(SIGN, '').replace(MINUS, '');
}

/** True if the text ends with a word or a sign that states the next number, such as `=`. */
export function introducesNumber(before: string): boolean {
  return STATES.test(before.trimEnd());
}

/**
 * The sign of the number that follows `before`, a text in the form of `plainNotation`. A currency between them must be
 * removed before.
 */
export function readSign(before: string): NumberSign {
  const match = SIGN.exec(before);
  if (match !== null) return signBehind(before.slice(0, match.index), match[1] ?? '', match[2] === ' ');
  const word = MINUS.exec(before);
  if (word === null) return 'positive';
  return /[\p{Nd})][ \u00A0]*$/u.test(before.slice(0, word.index)) ? 'open' : 'negative';
}

function signBehind(head: string, sign: string, isApart: boolean): NumberSign {
  if (sign === '±' || sign.startsWith('√')) return 'open';
  const bare = head.replace(/[ \u00A0]+$/u, '');
  const isJoining = /[\p{Nd})\]}%]$/u.test(bare) && !/\\boxed\{$/u.test(bare);
  if (isJoining) return 'open';
  if (sign === '+') return 'positive';
  return isApart ? signApart(bare, sign) : attachedSign(head);
}

/** The meaning of a sign that is not followed by a space. */
function attachedSign(head: string): NumberSign {
  if (/[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]$/u.test(head)) return 'name';
  if (SPACELESS.test(head)) return 'negative';
  // Hebrew attaches prepositions to a number: ל-5 is `to 5`.
  if (/(?<!\p{L})\p{Script=Hebrew}{1,3}$/u.test(head)) return 'positive';
  return /[\p{L}\p{M}]$/u.test(head) ? 'open' : 'negative';
}

/** The meaning of a sign that is followed by a space, which may also be a list marker or a dash between words. */
function signApart(bare: string, sign: string): NumberSign {
  const isTrueMinus = sign === '−';
  if (bare === '' || bare.endsWith('\n')) return isTrueMinus ? 'negative' : 'positive';
  if (STATES.test(bare)) return 'negative';
  if (/(?<![\p{L}\p{M}])[a-zA-Z]$/u.test(bare)) return 'open';
  return isTrueMinus ? 'open' : 'positive';
}
