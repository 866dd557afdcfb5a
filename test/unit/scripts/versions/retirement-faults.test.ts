import { expect, it } from 'vitest';
import type { Contract } from '../../../../scripts/versions/breaking-changes.ts';
import { retirementFaults } from '../../../../scripts/versions/retirement-faults.ts';

const RETIRED = { 'x-deprecation': '2026-07-25', 'x-sunset': '2027-02-01', 'x-superseded-by': 'next.json' };

const documentOf = (markers: Partial<typeof RETIRED> = {}): Contract => ({
  info: { version: '2.0', ...markers },
  paths: {},
});

const OTHERS = new Map([
  ['next.json', documentOf()],
  ['retired.json', documentOf(RETIRED)],
]);

it.each<[string, Partial<typeof RETIRED>, string[]]>([
  ['with all markers has no fault', RETIRED, []],
  ['that is not retired has no fault', {}, []],
  [
    'needs every marker',
    { 'x-sunset': '2027-02-01' },
    ['A retired document needs `x-deprecation`, `x-sunset` and `x-superseded-by`. Add the missing ones.'],
  ],
  [
    'needs a runway of 180 days',
    { ...RETIRED, 'x-sunset': '2027-01-20' },
    ['What next.json deprecates ends after 179 days. Callers need at least 180. Set a later sunset.'],
  ],
  ['needs existing days', { ...RETIRED, 'x-sunset': 'soon' }, ['A deprecation names a day that does not exist: soon']],
  [
    'needs an existing successor',
    { ...RETIRED, 'x-superseded-by': 'nothing.json' },
    ['Its successor nothing.json must be a document of the project that is not retired.'],
  ],
  [
    'needs a successor that is not retired',
    { ...RETIRED, 'x-superseded-by': 'retired.json' },
    ['Its successor retired.json must be a document of the project that is not retired.'],
  ],
])('a document %s', (_name, markers, faults) => {
  expect(retirementFaults(documentOf(markers), OTHERS)).toEqual(faults);
});
