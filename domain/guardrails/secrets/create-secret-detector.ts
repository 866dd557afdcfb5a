import { characterEntropy } from '../text/character-entropy.ts';
import type { TextFinding, Findings } from '../text/text-finding.ts';
import { createKeywordFinder } from '../text/keyword-finder.ts';
import { isWordUnit, LETTERS_AND_DIGITS, unitSet } from '../text/word-characters.ts';
import { findPrivateKeys } from './find-private-keys.ts';
import type { SecretRule } from './rules/secret-rule.ts';

/** A compiled pattern that takes time linear in a text. */
export interface LinearPattern {
  /** The length of the match at the start of a text; undefined if there is none. */
  matchStart(text: string): number | undefined;
}

/** The functions that the rules cannot contain. */
export interface SecretPorts {
  /** Compiles a pattern of RE2. */
  readonly compile: (pattern: string) => LinearPattern;
  /** True if a text is a key of Truetally with a valid checksum. */
  readonly isOwnKey: (text: string) => boolean;
}

/** No secret is shorter. */
const SHORTEST_SECRET = 20;

/** The characters behind a keyword in which a `near` rule looks for the secret. */
const NEAR = 80;

/** Texts that people write in place of a secret. */
const PLACEHOLDER = /example|placeholder|changeme|redacted|x{6}|your[_-]|0123456789abcdef|1234567890/i;

const USUAL_ALPHABET = `${LETTERS_AND_DIGITS}_-.`;

/** A rule with the parts that are prepared once. */
interface ReadyRule {
  readonly rule: SecretRule;
  readonly isUnit: (unit: number) => boolean;
  /** Compiled at the first keyword. */
  pattern?: LinearPattern;
}

/** A keyword of a rule. */
interface Keyword {
  readonly text: string;
  readonly isPrefix: boolean;
  readonly ready: ReadyRule;
}

/**
 * The detector `secrets`: one pass finds the keywords of all rules, and patterns are applied only there. Of findings
 * that overlap, the first and longest remains.
 */
export function createSecretDetector(rules: readonly SecretRule[], ports: SecretPorts): (text: string) => Findings {
  const keywords = rules.flatMap((rule): Keyword[] => {
    const ready: ReadyRule = { rule, isUnit: unitSet(USUAL_ALPHABET + rule.alphabet) };
    return rule.keywords.map((text) => ({ text, isPrefix: rule.form === 'prefix', ready }));
  });
  const find = createKeywordFinder(keywords.map(({ text }) => text));
  return (text) => {
    const keys = findPrivateKeys(text);
    const found: TextFinding[] = [...keys.found];
    let steps = text.length + keys.steps;
    find(text, (index, end) => {
      const keyword = keywords[index];
      if (keyword === undefined) return;
      const start = end - keyword.text.length;
      if (keyword.isPrefix && !text.startsWith(keyword.text, start)) return;
      const examine = keyword.isPrefix ? examinePrefixed : examineNear;
      steps += examine(text, { start, end }, keyword.ready, ports, found);
    });
    return { found: withoutOverlaps(found), steps };
  };
}

type Place = Pick<TextFinding, 'start' | 'end'>;

/** Examines a secret that contains the keyword, and returns the steps. */
function examinePrefixed(
  text: string,
  place: Place,
  ready: ReadyRule,
  ports: SecretPorts,
  found: TextFinding[],
): number {
  const { rule, isUnit } = ready;
  const start = place.start - rule.offset;
  if (start < 0 || continuesWord(text, start)) return 1;
  let end = place.end;
  while (end < text.length && end - start <= rule.longest && isUnit(text.charCodeAt(end))) end += 1;
  const steps = 2 * (end - start);
  if (end - start < SHORTEST_SECRET) return steps;
  const length = matchLength(text.slice(start, end), ready, ports);
  if (length === undefined || isWordUnit(text.charCodeAt(start + length))) return steps;
  if (isSecret(text.slice(start, start + length), rule, ports))
    found.push({ kind: rule.id, start, end: start + length });
  return steps;
}

/** Examines the words behind the keyword on its line, and returns the steps. */
function examineNear(text: string, place: Place, ready: ReadyRule, ports: SecretPorts, found: TextFinding[]): number {
  const { rule, isUnit } = ready;
  const limit = Math.min(text.length, place.end + NEAR);
  let at = place.end;
  while (at < limit && text.charCodeAt(at) !== 10) {
    if (!isUnit(text.charCodeAt(at))) {
      at += 1;
      continue;
    }
    const start = at;
    while (at < text.length && at - start <= rule.longest && isUnit(text.charCodeAt(at))) at += 1;
    // Padding of base64 belongs to the word, while `=` before it is an assignment.
    const padded = text.startsWith('==', at) ? at + 2 : at;
    const word = text.slice(start, padded).replace(/[.-]+$/, '');
    const length = word.length < SHORTEST_NEAR ? undefined : matchLength(word, ready, ports);
    if (length === word.length && isSecret(word, rule, ports)) {
      found.push({ kind: rule.id, start, end: start + length });
      break;
    }
  }
  return 2 * (at - place.end) + 1;
}

/** No secret of a `near` rule is shorter. */
const SHORTEST_NEAR = 30;

function matchLength(text: string, ready: ReadyRule, ports: SecretPorts): number | undefined {
  ready.pattern ??= ports.compile(ready.rule.pattern);
  return ready.pattern.matchStart(text);
}

function isSecret(text: string, { isOwn, leastEntropy }: SecretRule, { isOwnKey }: SecretPorts): boolean {
  if (isOwn) return isOwnKey(text);
  return !PLACEHOLDER.test(text) && characterEntropy(text) >= leastEntropy;
}

/** True if a longer word contains this place. In the text of a program, `\\n` before a word is a line break. */
function continuesWord(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  if (at === 0 || (!isWordUnit(before) && before !== 45)) return false;
  return !(at > 1 && text[at - 2] === '\\' && /[nrt]/.test(text[at - 1] ?? ''));
}

function withoutOverlaps(found: readonly TextFinding[]): TextFinding[] {
  const kept: TextFinding[] = [];
  for (const finding of found.toSorted((one, other) => one.start - other.start || other.end - one.end))
    if (finding.start >= (kept.at(-1)?.end ?? 0)) kept.push(finding);
  return kept;
}
