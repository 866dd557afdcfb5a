import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import management from '../../../api/management-openapi.json' with { type: 'json' };
import customer from '../../../api/openapi.json' with { type: 'json' };
import releasedCustomer from '../../../api/released/openapi.json' with { type: 'json' };
import release from '../../../api/released/release.json' with { type: 'json' };
import lock from '../../../package-lock.json' with { type: 'json' };
import service from '../../../package.json' with { type: 'json' };
import { VERSION_PLACES, versionsIn } from '../../../scripts/versions/version-places.ts';

const PROJECT = join(import.meta.dirname, '..', '..', '..');

function expectVersion(versions: readonly string[]): void {
  expect(versions.length).toBeGreaterThan(0);
  expect([...new Set(versions)]).toEqual([service.version]);
}

it.each(VERSION_PLACES)('$file has the version of package.json', (place) => {
  expectVersion(versionsIn(readFileSync(join(PROJECT, place.file), 'utf8'), place));
});

it.each([
  ['the lock file', [lock.version, lock.packages[''].version, lock.packages['clients/typescript'].version]],
  ['the OpenAPI documents', [customer.info.version, management.info['x-product-version']]],
  ['the record of the last release', [release.version]],
  ['the released document of the customer lane', [releasedCustomer.info.version]],
])('%s has the version of package.json', (_place, versions) => {
  expectVersion(versions);
});

it('the newest release of the changelog has the version of package.json', () => {
  const changelog = readFileSync(join(PROJECT, 'CHANGELOG.md'), 'utf8');
  const releases = [...changelog.matchAll(/^## (\d[\w.-]*) - \d{4}-\d{2}-\d{2}$/gm)].map(([, version = '']) => version);
  expectVersion(releases.slice(0, 1));
});
