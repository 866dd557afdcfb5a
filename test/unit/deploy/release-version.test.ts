import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import management from '../../../api/management-openapi.json' with { type: 'json' };
import customer from '../../../api/openapi.json' with { type: 'json' };
import client from '../../../clients/typescript/package.json' with { type: 'json' };
import lock from '../../../package-lock.json' with { type: 'json' };
import service from '../../../package.json' with { type: 'json' };
import testing from '../../../testing/package.json' with { type: 'json' };

const PROJECT = join(import.meta.dirname, '..', '..', '..');

/** The captures of a pattern in a file, one for each match. */
function captured(file: string, pattern: RegExp): string[] {
  const text = readFileSync(join(PROJECT, file), 'utf8');
  return [...text.matchAll(pattern)].map(([, found = '']) => found);
}

it.each([
  ['the client', [client.version]],
  ['the testing kit', [testing.version]],
  ['the lock file', [lock.version, lock.packages[''].version, lock.packages['clients/typescript'].version]],
  ['the OpenAPI documents', [customer.info.version, management.info['x-product-version']]],
  ['the label of the image', captured('Dockerfile', /^ARG VERSION=(.+)$/gm)],
  ['the image of Compose', captured('docker-compose.yml', /TRUETALLY_IMAGE:-truetally:([^}]+)/g)],
  ['the example of settings', captured('.env.example', /^TRUETALLY_IMAGE=truetally:(.+)$/gm)],
  ['the page of the client', [...new Set(captured('docs/client.md', /truetally-client-(.+?)\.tgz/g))]],
  [
    'the newest release of the changelog',
    captured('CHANGELOG.md', /^## (\d[\w.-]*) - \d{4}-\d{2}-\d{2}$/gm).slice(0, 1),
  ],
])('%s has the version of package.json', (_place, versions) => {
  expect(versions.length).toBeGreaterThan(0);
  expect([...new Set(versions)]).toEqual([service.version]);
});
