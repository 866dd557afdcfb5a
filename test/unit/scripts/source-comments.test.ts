import { describe, expect, it } from 'vitest';
import { isTooWide, pageOfBlocks, readComments, wrongBeginning } from '../../../scripts/prose/source-comments.mjs';

const SOURCE = `/** A call of a model. */
export interface Call {
  /**
   * The time of its start.
   * @throws DefectError without one
   */
  readonly at: Date; // not on a line of its own
}

// Why it is so,
// in two lines.
/* A note. */
const text = '/** no comment */';
`;

describe('the comments of a source', () => {
  it('are blocks of Markdown at their lines, with tags as items', () => {
    const { blocks } = readComments(SOURCE);
    expect(blocks).toEqual([
      { line: 1, text: 'A call of a model.' },
      { line: 4, text: 'The time of its start.\n- DefectError without one' },
      { line: 10, text: 'Why it is so,\nin two lines.\nA note.' },
    ]);
    expect(pageOfBlocks(blocks).split('\n')[9]).toBe('Why it is so,');
  });

  it('that are docstrings have their first line', () => {
    expect(readComments(SOURCE).docstrings).toEqual([
      { line: 1, text: 'A call of a model.' },
      { line: 4, text: 'The time of its start.' },
    ]);
  });

  it('have at most 120 columns, unless they are one word', () => {
    const wide = `// ${'word '.repeat(24)}`;
    expect(readComments(`${wide}\nconst long = '${'x'.repeat(200)}';\n`).wide).toEqual([1]);
    expect(isTooWide(`// https://example.com/${'x'.repeat(120)}`)).toBe(false);
    expect(isTooWide(wide.slice(0, 120))).toBe(false);
  });
});

describe('the beginning of a docstring', () => {
  it('is not a question word, pronoun or preposition', () => {
    expect(wrongBeginning('What a call cost.')).toBe('What');
    expect(wrongBeginning('Of a call: its cost.')).toBe('Of');
    expect(wrongBeginning('Its cost.')).toBe('Its');
  });

  it('is a noun or a verb', () => {
    for (const text of [
      'The cost of a call.',
      'True if it has a cost.',
      'Reads calls.',
      'In-flight calls.',
      '`what` is code.',
    ]) {
      expect(wrongBeginning(text)).toBeUndefined();
    }
  });
});
