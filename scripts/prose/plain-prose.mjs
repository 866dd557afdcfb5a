import { toNlcst } from 'mdast-util-to-nlcst';
import { toString } from 'nlcst-to-string';
import { ParseEnglish } from 'parse-english';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { SKIP, visit } from 'unist-util-visit';
import { VFile } from 'vfile';

const MAX_SENTENCE_WORDS = 40;
/** The maximum average number of words per sentence. */
export const MAX_AVERAGE_WORDS = 25;
/** The minimum number of sentences for which the average is checked. */
const MIN_AVERAGED = 5;

/** Unclear words and their replacements. These words are also checked in table cells and headings. */
const AVOIDED = [
  [/\bwhoever\b/i, 'the person or the process that'],
  [/\bwhatever\b/i, 'any, every, or the noun'],
  [/\btold\b/i, 'informed, shown, configured'],
  [/\banew\b/i, 'again'],
  [/\bbrought\b/i, 'supplied, caused'],
  [/\b(?:what|whatever)\s+be(?:comes|came)\s+of\b/i, 'what happens to'],
  [/\bthat\s+there\s+is\s+not\b/i, 'that does not exist'],
  [/\bbeside\b/i, 'next to, with, besides'],
  [/\b(?:that|it|one)\s+is\s+none\b/i, 'that is invalid'],
  [/\b(?:is|are|was|were)\s+gone\b/i, 'was deleted, has expired, has ended'],
  [/\bthe\s+own\b/i, 'your own, its own, their own'],
  [/\b(?:leaves?|leaving|left)\s+out\b/i, 'omit, omits, omitted'],
];

/** Blocks whose words do not form sentences. Table cells are never parsed as sentences. */
const NO_SENTENCES = ['heading', 'link-reference', 'yaml'];

const parser = unified().use(remarkParse).use(remarkGfm);

/** The front matter of decisions, which is not Markdown. */
const FRONT_MATTER = /^---\n.*?\n---\n/s;

/** A page as Markdown: its tree, and the file that collects its faults. */
export function parsePage(path, text) {
  const value = text.replace(FRONT_MATTER, (matter) => matter.replaceAll(/[^\n]/g, ' '));
  const file = new VFile({ path, value });
  return { file, tree: parser.parse(file) };
}

/**
 * Checks the words of a page, and the length of its sentences. Code within a line counts as one word.
 * @param isSuppressed returns true if a passage of a page may break the rules
 */
export function checkProse({ file, tree }, isSuppressed = () => false) {
  const report = (text, ruleId, message, place) => {
    if (!isSuppressed(file.path, text)) file.message(message, { place, source: 'prose', ruleId });
  };
  const lengths = [];
  visit(toNlcst(tree, file, ParseEnglish, { ignore: NO_SENTENCES }), 'SentenceNode', (node) => {
    for (const sentence of splitSentence(node.children)) {
      const words = sentence.reduce((sum, child) => sum + countWords(child), 0);
      if (words === 0) continue;
      lengths.push(words);
      if (words <= MAX_SENTENCE_WORDS) continue;
      const text = toString(sentence).trim().replaceAll(/\s+/g, ' ');
      report(text, 'sentence', `${words} words, at most ${MAX_SENTENCE_WORDS}: ${text}`, sentence[0].position);
    }
    return SKIP;
  });
  const average = lengths.reduce((sum, words) => sum + words, 0) / lengths.length;
  if (lengths.length >= MIN_AVERAGED && average > MAX_AVERAGE_WORDS) {
    report('average', 'average', `${average.toFixed(1)} words a sentence on average, at most ${MAX_AVERAGE_WORDS}`);
  }
  visit(tree, 'text', ({ value, position }) => {
    for (const fault of findAvoided(value)) report(value.replaceAll(/\s+/g, ' '), 'word', fault, position);
  });
}

/** The words to avoid in a text without code, each with its replacement. */
export function findAvoided(text) {
  return AVOIDED.flatMap(([pattern, better]) => {
    const found = pattern.exec(text);
    return found === null ? [] : [`"${found[0]}": write ${better}`];
  });
}

/**
 * Splits a sentence of the parser that contains several sentences. The parser does not end a sentence before code. It
 * also does not end a sentence after a word such as `s.` or `in.`, because it parses the word as an abbreviation.
 */
function splitSentence(children) {
  const sentences = [[]];
  let previous = '';
  for (const child of children) {
    const text = toString(child);
    const begins = child.type === 'SourceNode' || (child.type === 'WordNode' && /^\p{Lu}/u.test(text));
    if (begins && /[.!?]$/.test(previous)) sentences.push([]);
    sentences.at(-1).push(child);
    if (child.type !== 'WhiteSpaceNode') previous = text;
  }
  return sentences;
}

function countWords(child) {
  if (child.type !== 'WordNode' && child.type !== 'SourceNode') return 0;
  return /[\p{L}\p{N}]/u.test(toString(child)) ? 1 : 0;
}
