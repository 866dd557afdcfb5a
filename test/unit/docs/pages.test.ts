import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FIRST_HOUR } from '../../../testing/pages/first-hour.ts';
import { missingForms } from '../../../testing/pages/line-form.ts';
import { isSkippedBlock, staleEntries } from '../../../testing/pages/skipped-blocks.ts';
import { readBlocks, guidePages } from '../../../testing/pages/page-blocks.ts';

const PROJECT = join(import.meta.dirname, '..', '..', '..');
const blocks = guidePages().flatMap(readBlocks);
const run = blocks.filter((block) => !isSkippedBlock(block));

/** The guides with which a reader begins. */
const MAIN_GUIDES = ['first-steps', 'insights', 'reports', 'schedules', 'comparisons', 'gateway', 'judges'];

describe('the blocks to paste', () => {
  it('are excluded from their test only with a listed reason', () => {
    expect(staleEntries(blocks)).toEqual([]);
    expect(run.length).toBeGreaterThan(35);
  });

  it('have no placeholder, and no comment, which interactive zsh would run', () => {
    const wanting = run.filter(({ code }) => /…|<[a-z_ ]+>/.test(code) || /^\s*#|\s#\s/m.test(code));
    expect(wanting.map(({ page, line }) => `${page}:${line}`)).toEqual([]);
  });

  it.each(MAIN_GUIDES)('are in docs/%s.md too', (name) => {
    expect(run.filter(({ page }) => page === `docs/${name}.md`)).not.toEqual([]);
  });
});

describe('how-to pages', () => {
  const pages = guidePages().filter((page) => /^docs\/how-to\/(?!README)/.test(page));
  const firsts = pages.map((page) => readBlocks(page)[0]!);

  it('begin with a block of at most three lines, and its output', () => {
    expect(pages.length).toBeGreaterThan(12);
    const longer = firsts.filter(({ code }) => code.trimEnd().split('\n').length > 3);
    expect(longer.map(({ page }) => page)).toEqual([]);
    expect(firsts.filter(({ shown }) => shown === undefined).map(({ page }) => page)).toEqual([]);
    expect(firsts.filter(({ code }) => /\(\) *\{/.test(code))).toEqual([]);
  });
});

describe('the ten questions of the first hour', () => {
  it('are each answered by the first block of a page, which runs and shows its output', () => {
    expect(FIRST_HOUR).toHaveLength(10);
    const firsts = FIRST_HOUR.map(({ page }) => readBlocks(page)[0]);
    expect(firsts.filter((first) => first?.shown === undefined || isSkippedBlock(first))).toEqual([]);
    expect(FIRST_HOUR.filter(({ answer }, index) => !answer.test(firsts[index]?.shown ?? ''))).toEqual([]);
  });
});

describe('output of a form', () => {
  it('may have other names, ids and numbers, and is missing if no line has its form', () => {
    const printed = "│ 7 │ 'b'   │ '12'  │\nkey_id  kid_01m8fbcxa4ehar89warc81dya9";
    expect(missingForms("│ 0 │ 'a' │ '3.5' │\n…\nkey_id   kid_01m8fbcxa4ehar89warc81dya2\n", printed)).toEqual([]);
    expect(missingForms("│ 0 │ 'a' │ │", printed)).toEqual(["│ 0 │ 'a' │ │"]);
  });
});

describe('the folders of the README', () => {
  it('are those of the project', () => {
    const readme = readFileSync(join(PROJECT, 'README.md'), 'utf8');
    const table = readme.slice(readme.indexOf('## Folders'));
    const cells = [...table.matchAll(/^\| (`[^|]*`)/gm)].flatMap(([, cell = '']) => [
      ...cell.matchAll(/`([^`/]+)\/[^`]*`/g),
    ]);
    const folders = readdirSync(PROJECT, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
      .map(({ name }) => name);
    expect(cells.map(([, name]) => name).sort()).toEqual(folders.sort());
  });
});
