import { mkdtempSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { examineConfiguration } from '../../../../runtime/configuration/examine-configuration.ts';
import { fingerprintFile } from '../../../../runtime/configuration/fingerprint-file.ts';
import { examineFile } from '../../../../runtime/configuration/load-configuration-file.ts';

function remarksOf(text: string): string[] {
  return examineConfiguration(text).remarks.map(({ line, column, detail }) => `${line}:${column} ${detail}`);
}

function lines(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => line(index)).join('');
}

const TOO_LONG = 'the file has more than 50000 tokens of YAML';
const TOO_MANY_ANCHORS = 'the file has more than 100 anchors and aliases';

describe('a file that takes long to parse is refused before it is parsed', () => {
  it.each([
    ['anchors', lines(45_000, (index) => `k${index}: &k${index} 1\n`), `101:7 ${TOO_MANY_ANCHORS}`],
    ['aliases', `a: &a 1\nb: [${'*a, '.repeat(200)}]\n`, `2:401 ${TOO_MANY_ANCHORS}`],
    ['keys', lines(40_000, (index) => `k${index}:\n`), `12500:8 ${TOO_LONG}`],
    ['keys in a flow', `{${lines(40_000, (index) => `k${index},`)}}`, `1:105554 ${TOO_LONG}`],
    ['depth in a flow', '['.repeat(200_000), `1:50000 ${TOO_LONG}`],
    ['depth in a block', '- '.repeat(100_000), `1:50000 ${TOO_LONG}`],
    ['comments', '#\n'.repeat(100_000), `25001:1 ${TOO_LONG}`],
    ['blank lines', `a: 1\n${'\n'.repeat(100_000)}`, `49994:1 ${TOO_LONG}`],
  ])('%s', (_, text, expected) => {
    expect(remarksOf(text)).toEqual([expected]);
  });

  it('an anchor within a text is not an anchor', () => {
    const text = `dashboard: # ${'&a '.repeat(200)}\n  capture: { request: true }\n`;
    expect(remarksOf(text)).toEqual([]);
    const block = remarksOf(`mode: |\n${'  &a *a\n'.repeat(200)}`);
    expect(block).toHaveLength(1);
    expect(block[0]).toMatch(/^1:1 must be /);
  });

  it('an anchor that multiplies its content is a fault, and not an error of the parser', () => {
    const levels = lines(12, (index) => `l${index + 1}: &l${index + 1} [${`*l${index},`.repeat(7)}]\n`);
    expect(remarksOf(`l0: &l0 [1]\n${levels}`)).toEqual([
      '1:1 this is no YAML that can be read: Excessive alias count indicates a resource exhaustion attack',
    ]);
  });

  it('the first hundred faults are listed, and the others counted', () => {
    const remarks = remarksOf(lines(2_000, (index) => `k${index}: 1\n`));
    expect(remarks).toHaveLength(101);
    expect(remarks.at(-1)).toBe('1:1 1900 more faults are not listed: fix these first');
  });

  it('each repeated key is found, at any depth', () => {
    expect(remarksOf('a: 1\nb: { c: 1, c: 2 }\na: 2\n"a": 3\n')).toEqual([
      '2:12 the file is not valid YAML: Map keys must be unique',
      '3:1 the file is not valid YAML: Map keys must be unique',
      '4:1 the file is not valid YAML: Map keys must be unique',
    ]);
  });
});

describe('a path without a file of a usual size', () => {
  const folder = mkdtempSync(join(tmpdir(), 'truetally-configuration-'));
  const at = (name: string) => ({ path: join(folder, name), isNamed: true });

  it('is refused without a read if it is larger than 256 KiB', async () => {
    const place = at('large.yaml');
    writeFileSync(place.path, '');
    // A sparse file uses no disk, and would use all memory if it were read.
    truncateSync(place.path, 64 * 1024 ** 3);
    expect(() => examineFile(place)).toThrow(`${place.path} is larger than 256 KiB. Shorten it.`);
    expect(await fingerprintFile(place)).toMatch(/^68719476736 bytes at \d/);
  });

  it('is refused if it is a device, which may never end', async () => {
    const place = { path: '/dev/zero', isNamed: true };
    expect(() => examineFile(place)).toThrow(
      'The configuration file /dev/zero is not a regular file. Name another file with TRUETALLY_CONFIG.',
    );
    expect(await fingerprintFile(place)).toBe('not a regular file');
  });

  it('is refused if it is a folder', () => {
    expect(() => examineFile({ path: folder, isNamed: true })).toThrow(
      `The configuration file ${folder} is not a regular file. Name another file with TRUETALLY_CONFIG.`,
    );
  });
});
