/** The maximum width of a comment. */
const MAX_COLUMNS = 120;

/**
 * The words with which no docstring may begin. They are question words, pronouns, prepositions, conjunctions and
 * auxiliary verbs.
 */
const BEGINNINGS = new Set(
  (
    'about after also and are as at because before behind below beside between but by can does during for from has he ' +
    'here how if in is it its may must not nothing now of on once only or over since so such than that their then there ' +
    'these they this those through to told under until up we what whatever when whenever where wherever whether which ' +
    'while who whoever whom whose why with within without you'
  ).split(' '),
);

/**
 * The comments of a source file that are not at the end of a line of code.
 * @returns `blocks`: comments without an empty line between them, as Markdown, each with its first line;
 *   `docstrings`: the first line of each and its text; `wide`: the lines that exceed the maximum width
 */
export function readComments(source) {
  const docstrings = [];
  const wide = [];
  let isOpen = false;
  let isDocstring = false;
  const lines = source.split('\n').map((line, index) => {
    const opening = isOpen ? null : /^\s*\/(?:\/|(\*{1,2})(?!\/))/.exec(line);
    if (!isOpen && opening === null) return '';
    if (isTooWide(line)) wide.push(index + 1);
    if (opening?.[1] === undefined && !isOpen) return line.replace(/^\s*\/\/+ ?/, '');
    if (!isOpen) isDocstring = opening[1] === '**';
    isOpen = !line.includes('*/');
    const text = line.replace(/\s*\*\/.*$/, '').replace(/^\s*\/?\*+ ?/, '');
    if (isDocstring && text !== '') {
      docstrings.push({ line: index + 1, text });
      isDocstring = false;
    }
    return text.replace(TAG, '-');
  });
  return { blocks: blocksOf(lines), docstrings, wide };
}

function blocksOf(lines) {
  const blocks = [];
  for (const [index, text] of lines.entries()) {
    if (text === '') continue;
    if (index > 0 && lines[index - 1] !== '') blocks.at(-1).text += `\n${text}`;
    else blocks.push({ line: index + 1, text });
  }
  return blocks;
}

/** A page with these blocks. Each block is at the same line as in the file. */
export function pageOfBlocks(blocks) {
  const lines = [];
  for (const { line, text } of blocks) {
    for (const [index, part] of text.split('\n').entries()) lines[line - 1 + index] = part;
  }
  return Array.from(lines, (text) => text ?? '').join('\n');
}

/** A tag such as `@param`, whose text is a separate paragraph. */
const TAG = /^@\w+/;

/** The first word of a docstring that does not begin with a noun or a verb. It is undefined for all others. */
export function wrongBeginning(docstring) {
  const word = /^\p{L}+(?![\p{L}\p{N}_-])/u.exec(docstring)?.[0];
  return word !== undefined && BEGINNINGS.has(word.toLowerCase()) ? word : undefined;
}

/** True if a comment is too wide and has a space at which it can be wrapped. A single long address may be wider. */
export function isTooWide(line) {
  return line.length > MAX_COLUMNS && /\S \S/.test(line.trim().slice(3));
}
