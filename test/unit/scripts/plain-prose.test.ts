import { describe, expect, it } from 'vitest';
import { checkProse, parsePage } from '../../../scripts/prose/plain-prose.mjs';

/** The reports on a page. */
function reported(text: string, isSuppressed?: (path: string, text: string) => boolean): string[] {
  const page = parsePage('docs/page.md', text);
  checkProse(page, isSuppressed);
  return page.file.messages.map(({ reason }) => reason);
}

const words = (count: number): string => Array.from({ length: count }, (_, index) => `word${index}`).join(' ');

describe('the prose of a page', () => {
  it('has no sentence of more than 40 words', () => {
    expect(reported(`${words(41)}.\n\nShort.`)).toEqual([`41 words, at most 40: ${words(41)}.`]);
    expect(reported(`${words(40)}.\n\nShort.`)).toEqual([]);
  });

  it('counts code in a line as one word, and treats code after a full stop as a beginning', () => {
    expect(reported(`${words(38)} \`some code here\` word.\n\nShort.`)).toEqual([]);
    expect(reported(`Short. ${words(38)}. \`code\` is one word.`)).toEqual([]);
    expect(reported(`It takes ${words(36)} 2 s. The next sentence is short.`)).toEqual([]);
  });

  it('has no sentences in headings, tables and blocks of code', () => {
    const long = words(41);
    expect(reported(`# ${long}\n\n| a |\n| - |\n| ${long} |\n\n\`\`\`\n${long}\n\`\`\`\n`)).toEqual([]);
  });

  it('has sentences of at most 25 words on average', () => {
    const four = `${words(26)}.\n\n`.repeat(4);
    expect(reported(`${four}${words(26)}.`)).toEqual(['26.0 words a sentence on average, at most 25']);
    expect(reported(`${four}Two words.`)).toEqual([]);
  });

  it('has no ambiguous words, unless they are suppressed', () => {
    expect(reported('Whoever reads this asks. `beside` is code.')).toEqual([
      '"Whoever": write the person or the process that',
    ]);
    expect(reported('| a |\n| - |\n| told |\n')).toEqual(['"told": write informed, shown, configured']);
    expect(reported('It stands beside it.', (path, text) => path === 'docs/page.md' && /beside/.test(text))).toEqual(
      [],
    );
  });
});
