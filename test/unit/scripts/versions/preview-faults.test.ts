import { expect, it } from 'vitest';
import type { Contract } from '../../../../scripts/versions/breaking-changes.ts';
import { previewFaults, recordRelease } from '../../../../scripts/versions/preview-faults.ts';

const documentOf = (stabilities: Readonly<Record<string, string>>): Contract => ({
  info: { version: '2.0' },
  paths: Object.fromEntries(
    Object.entries(stabilities).map(([name, stability]) => [
      `/${name}`,
      { get: { operationId: name, ...(stability === 'preview' && { 'x-stability': stability }) } },
    ]),
  ),
});

it('a release records the previews of all documents, and forgets those that are promised or removed', () => {
  const documents = [documentOf({ a: 'preview', b: 'promised' }), documentOf({ c: 'preview' })];
  const first = recordRelease(undefined, '0.3.0', documents);
  expect(first).toEqual({ version: '0.3.0', previews: { a: ['0.3.0'], c: ['0.3.0'] } });
  const second = recordRelease(first, '0.4.0', [documentOf({ a: 'promised', c: 'preview' })]);
  expect(second).toEqual({ version: '0.4.0', previews: { c: ['0.3.0', '0.4.0'] } });
});

it.each<[string, string[], string, string[]]>([
  ['new', [], 'preview', []],
  ['in two releases', ['0.3.0', '0.4.0'], 'preview', []],
  [
    'in three releases',
    ['0.3.0', '0.4.0', '0.5.0'],
    'preview',
    [
      'a is a preview since 0.3.0, for 3 releases. The maximum is 2. ' +
        'Remove `isPreview` to promise its form, or remove the operation.',
    ],
  ],
  ['promised after three releases', ['0.3.0', '0.4.0', '0.5.0'], 'promised', []],
])('a preview that is %s', (_name, releases, stability, faults) => {
  const record = { version: '0.5.0', previews: { a: releases } };
  expect(previewFaults(record, [documentOf({ a: stability })])).toEqual(faults);
});
