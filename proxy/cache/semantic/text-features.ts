import { readIdentifiers } from './read-identifiers.ts';
import { readQuotations } from './read-quotations.ts';

/** The features of a text that can be compared without knowing its meaning. */
export interface TextFeatures {
  /** The words in lower case, without possessive endings, in the order of the text. */
  readonly words: readonly string[];
  /** The numbers in digits as written, then those in words, each group in the order of the text. */
  readonly numbers: readonly string[];
  /** Words that negate a sentence. */
  readonly negations: readonly string[];
  readonly quotations: readonly string[];
  /** Words with a dot, a slash or a similar character between letters, as written. */
  readonly identifiers: readonly string[];
  /** The symbols that are neither words nor punctuation, such as `<` and `+`. */
  readonly symbols: readonly string[];
  /** Words with a capital letter that does not merely begin a sentence, in lower case. */
  readonly names: readonly string[];
  /** The text as it was given. */
  readonly text: string;
}

/** The negations of widely written languages: English, German, French, Spanish, Portuguese, Italian, Dutch. */
const NEGATIONS = wordSet(
  `not no never none neither nor cannot without nothing nobody except unless
   nicht kein keine keinen keinem keiner nie niemals ohne nichts
   ne pas jamais sans aucun aucune rien nunca sin ningun ninguna nada
   não nao sem nenhum nenhuma non mai senza nessun nessuna niente niet geen nooit zonder`,
);

/** The values of number words. `one` is missing, because it is often not a number. */
const NUMBER_WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{
      zero: '0',
      two: '2',
      three: '3',
      four: '4',
      five: '5',
      six: '6',
      seven: '7',
      eight: '8',
      nine: '9',
      ten: '10',
    },
    ...{ eleven: '11', twelve: '12', thirteen: '13', fourteen: '14', fifteen: '15', sixteen: '16', seventeen: '17' },
    ...{ eighteen: '18', nineteen: '19', twenty: '20', thirty: '30', forty: '40', fifty: '50', sixty: '60' },
    ...{ seventy: '70', eighty: '80', ninety: '90', hundred: '100', thousand: '1000', million: '1000000' },
    ...{ half: '1/2', quarter: '1/4', twice: 'x2', double: 'x2', triple: 'x3', dozen: '12' },
    ...{ first: '1.', second: '2.', third: '3.', fourth: '4.', fifth: '5.' },
  }),
);

/** Words that have a capital letter at the beginning of a sentence without being a name. */
const STARTERS = wordSet(
  `a an the this that these those it is are was were be do does did in on at by for from with as and or but if then so you we they he she my your
   our their there here what what's which who who's whose whom how how's when when's where where's why can could would should will shall may might
   please have has had tell explain give show list write describe summarize summarise translate find make create help let let's say calculate
   compute compare define suggest name generate provide convert fix check rewrite draft outline thanks hello hi hey`,
);

const WORD = /[\p{L}\p{M}\p{N}]+(?:'[\p{L}\p{M}]+)*/gu;
const NUMBER = /\p{Sc}?[-−]?\p{Nd}+(?:[.,:/]\p{Nd}+)*(?:%|\p{Sc})?/gu;
const SYMBOL = /[\p{S}*%&@#\\{}[\]]|(?<=\s)[-/](?=\s)/gu;
/** The end of a text after which a new sentence begins. */
const BEGINNING = /(?:^|[.!?:;\n]["»)]*)\s*["«(`]*$/u;

export function readTextFeatures(text: string): TextFeatures {
  const plain = text.normalize('NFKC').replaceAll(/[‘’ʼ]/gu, "'").replaceAll(/[“”„]/gu, '"');
  const found = [...plain.matchAll(WORD)];
  const words = found.map(([word]) => bare(word));
  const names = found.filter((match) => isName(match[0], plain.slice(Math.max(0, match.index - 8), match.index)));
  return {
    words,
    numbers: numbersOf(plain, words),
    negations: found.map(([word]) => word.toLowerCase()).filter((word) => NEGATIONS.has(word) || word.endsWith("n't")),
    quotations: readQuotations(plain),
    identifiers: readIdentifiers(plain),
    symbols: [...plain.matchAll(SYMBOL)].map(([symbol]) => symbol),
    names: names.map(([word]) => bare(word)),
    text,
  };
}

/** The words of a list that blanks separate. */
export function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

function numbersOf(text: string, words: readonly string[]): string[] {
  const digits = [...text.matchAll(NUMBER)].map(([number]) => number.replaceAll(/,(?=\p{Nd}{3}(?!\p{Nd}))/gu, ''));
  return [...digits, ...words.flatMap((word) => NUMBER_WORDS.get(word) ?? [])];
}

/** True if a word is a name. @param before the last characters before the word */
function isName(word: string, before: string): boolean {
  if (!/\p{Lu}/u.test(word) || word === 'I' || word.startsWith("I'")) return false;
  return !(BEGINNING.test(before) && STARTERS.has(word.toLowerCase()));
}

function bare(word: string): string {
  return word.toLowerCase().replace(/'s$/u, '');
}
