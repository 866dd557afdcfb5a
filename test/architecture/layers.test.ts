import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LAYERS } from '../../layers.mjs';

const PROJECT = join(import.meta.dirname, '..', '..');
const NAMES = Object.keys(LAYERS).sort();
/** Folders that build, measure, demonstrate and test the product, and the package of its client. */
const OTHERS = ['bench', 'clients', 'deploy', 'docs', 'examples', 'node_modules', 'scripts', 'test', 'testing'];

it('every folder of the project is a layer, or is listed as another folder', () => {
  const folders = readdirSync(PROJECT, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'coverage')
    .map(({ name }) => name);
  expect(folders.sort()).toEqual([...NAMES, ...OTHERS].sort());
});

it('the image contains every layer except the launcher and the command line, which run on the machines of people', () => {
  const dockerfile = readFileSync(join(PROJECT, 'Dockerfile'), 'utf8');
  const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  const copied = [...last.matchAll(/^COPY (\w+) \1$/gm)].map(([, name = '']) => name);
  expect(copied.sort()).toEqual(NAMES.filter((name) => name !== 'launcher' && name !== 'cli'));
});

it('the builder of the image gets all inputs of the image', () => {
  const sources = readFileSync(join(PROJECT, 'Dockerfile'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
    .flatMap((line) => line.split(' ').slice(1, -1));
  const given = readFileSync(join(PROJECT, '.dockerignore'), 'utf8')
    .match(/^!.+$/gm)
    ?.map((line) => line.slice(1));
  expect(given?.sort()).toEqual([...new Set(sources)].sort());
});

it('a layer imports only existing layers, and files of the published clients', () => {
  const named = Object.values(LAYERS).flatMap(({ values, types = [] }) => [...values, ...types]);
  expect(named.filter((name) => ![...NAMES, 'clients'].includes(name.split('/')[0] ?? ''))).toEqual([]);
});
