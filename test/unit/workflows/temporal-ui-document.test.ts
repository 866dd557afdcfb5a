import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { firstVisitScript } from '../../../launcher/engines/first-visit.ts';
import { SEARCH_ATTRIBUTES } from '../../../workflows/search-attributes.ts';

const page = await readFile(join(import.meta.dirname, '..', '..', '..', 'docs', 'temporal-ui.md'), 'utf8');
const NAMES: readonly string[] = Object.values(SEARCH_ATTRIBUTES).map(({ name }) => name);
const UI = 'http://127.0.0.1:8233/namespaces/truetally/workflows';

/** The part of the page under a heading. */
const section = (heading: string): string => page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';

/** The texts of a column in code spans, row by row. */
const codeIn = (rows: string, column: number): string[] =>
  rows
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .flatMap((line) => [...(line.split('|')[column] ?? '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code));

describe('docs/temporal-ui.md', () => {
  it('lists exactly the search attributes of workflows', () => {
    expect(codeIn(section('Search attributes'), 1).sort()).toEqual([...NAMES].sort());
  });

  it('uses only existing attributes, and links to its sections', () => {
    const lists = section('Useful lists');
    const queries = codeIn(lists, 2).slice(1);
    expect(queries).toContain('ExecutionStatus="Failed"');
    const asked = queries.flatMap((query) => [...query.matchAll(/(\w+)(?:=| IS )/g)].map(([, name = '']) => name));
    expect(
      asked.filter((name) => !['ExecutionStatus', 'WorkflowType'].includes(name) && !NAMES.includes(name)),
    ).toEqual([]);
    const whats = ['ReportName', 'ScheduleId', 'ReportRunId', 'FailureCode'];
    expect(whats.filter((name) => !asked.includes(name))).toEqual([]);
    const links = [...lists.matchAll(/\[`([^`]+)`\]\(([^)]+)\)/g)].map(([, query, url]) => ({ query, url }));
    expect(links).toHaveLength(5);
    expect(links).toEqual(links.map(({ query = '' }) => ({ query, url: `${UI}?query=${encodeURIComponent(query)}` })));
  });

  it('has the columns and saved views that a first visit gets under `npm start`', () => {
    const [, script = ''] = /```js\n(.*?)```/s.exec(section('Columns and saved views')) ?? [];
    expect(keptAfter(script)).toEqual(keptAfter(firstVisitScript('truetally')));
  });
});

/** The storage of a browser after its first run of a script. */
function keptAfter(script: string): [string, string][] {
  const kept = new Map<string, string>();
  const localStorage = { getItem: () => null, setItem: (key: string, value: string) => kept.set(key, value) };
  runInNewContext(script, { localStorage });
  return [...kept];
}
