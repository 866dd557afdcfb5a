import { describe, expect, it } from 'vitest';
import { escapeMarkdown } from '../../../../../domain/kernel/text/escape-markdown.ts';

describe('a name within a line of Markdown', () => {
  it.each([
    ['Weekly spend', 'Weekly spend'],
    ['Kosten für 東京 – 2026-03', 'Kosten für 東京 – 2026-03'],
    ['*bold* __both__ ~~gone~~', '\\*bold\\* \\_\\_both\\_\\_ \\~\\~gone\\~\\~'],
    ['`code` \\', '\\`code\\` \\\\'],
    ['![pixel](https://example.com/p.png)', '!\\[pixel\\](https://example.com/p.png)'],
    ['<img src=x> &lt; #1 | >2', '\\<img src=x\\> \\&lt; \\#1 \\| \\>2'],
    ['one\r\n\n- two', 'one - two'],
  ])('%j is written as %j', (name, escaped) => {
    expect(escapeMarkdown(name)).toBe(escaped);
  });
});
