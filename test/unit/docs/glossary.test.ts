import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LAYERS } from '../../../layers.mjs';

const PROJECT = join(import.meta.dirname, '..', '..', '..');
const ROW = /^\| (.+?) +\| .+? +\| `(\w+)` +\|$/gm;
const rows = [...readFileSync(join(PROJECT, 'docs', 'glossary.md'), 'utf8').matchAll(ROW)];
const terms = rows.map(([, term = '']) => term);
const EXPORT = /^export (?:abstract )?(?:async )?(?:interface|type|class|const|function\*?) (\w+)/gm;

const exported = new Set(
  Object.keys(LAYERS).flatMap((layer) =>
    readdirSync(join(PROJECT, layer), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) => [...readFileSync(join(PROJECT, layer, name), 'utf8').matchAll(EXPORT)])
      .map(([, name = '']) => name),
  ),
);

it('the glossary has 70 terms in alphabetical order', () => {
  expect(terms).toHaveLength(70);
  expect(terms).toEqual([...new Set(terms)].sort((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1)));
});

it('each term of the glossary names an export of the code', () => {
  expect(rows.map(([, , name = '']) => name).filter((name) => !exported.has(name))).toEqual([]);
});
