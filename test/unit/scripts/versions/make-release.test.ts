import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkVersions } from '../../../../scripts/versions/check-versions.ts';
import { makeRelease } from '../../../../scripts/versions/make-release.ts';
import { createGitProject, type GitProject } from './git-project.ts';

const DOCUMENT = 'api/openapi.json';
const MANIFEST = '{\n  "name": "a",\n  "version": "0.2.0"\n}\n';
const LOCK = `{
  "name": "@truetally/server",
  "version": "0.2.0",
  "packages": {
    "": {
      "name": "@truetally/server",
      "version": "0.2.0"
    },
    "clients/typescript": {
      "name": "@truetally/client",
      "version": "0.2.0"
    },
    "node_modules/other": {
      "version": "0.2.0"
    }
  }
}
`;
const CHANGELOG = '# Changelog\n\n## Unreleased\n\n- Added: a read.\n\n## 0.2.0 - 2026-11-28\n\n- The first one.\n';

/** A document of a version with a promised read and a preview. */
const documentOf = (version: string, operations: object = { get: { operationId: 'a.get' } }) => ({
  info: { version },
  paths: { '/a': operations, '/b': { get: { operationId: 'b.get', 'x-stability': 'preview' } } },
});

let project: GitProject;

const read = (file: string): string => readFileSync(join(project.folder, file), 'utf8');

/** Writes the generated document, as `npm run generate` does. */
const generate = (): void => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  project.write(DOCUMENT, documentOf(version));
};

const release = (version: string, day = '2026-12-24'): void =>
  makeRelease({ project: project.folder, version, day, generate });

beforeEach(() => {
  project = createGitProject();
  for (const file of ['package.json', 'cli/package.json', 'clients/typescript/package.json', 'testing/package.json'])
    project.write(file, MANIFEST);
  project.write('package-lock.json', LOCK);
  project.write('Dockerfile', 'FROM node\nARG VERSION=0.2.0\n');
  project.write('docker-compose.yml', 'image: ${TRUETALLY_IMAGE:-truetally:0.2.0}\n');
  project.write('.env.example', 'TRUETALLY_IMAGE=truetally:0.2.0\n');
  project.write('docs/client.md', 'npm install truetally-client-0.2.0.tgz # truetally-client-0.2.0.tgz\n');
  project.write('CHANGELOG.md', CHANGELOG);
  project.write(DOCUMENT, documentOf('0.2.0'));
  project.commit();
});
afterEach(() => project.remove());

describe('a release', () => {
  it('writes its version in every place, and no other version', () => {
    release('0.3.0');
    expect(read('package.json')).toBe(MANIFEST.replace('0.2.0', '0.3.0'));
    expect(read('clients/typescript/package.json')).toBe(MANIFEST.replace('0.2.0', '0.3.0'));
    expect(read('cli/package.json')).toBe(MANIFEST.replace('0.2.0', '0.3.0'));
    expect(read('testing/package.json')).toBe(MANIFEST.replace('0.2.0', '0.3.0'));
    const [own = '', others = ''] = LOCK.split('"node_modules/other"');
    expect(read('package-lock.json')).toBe(`${own.replaceAll('0.2.0', '0.3.0')}"node_modules/other"${others}`);
    expect(read('Dockerfile')).toBe('FROM node\nARG VERSION=0.3.0\n');
    expect(read('docker-compose.yml')).toBe('image: ${TRUETALLY_IMAGE:-truetally:0.3.0}\n');
    expect(read('.env.example')).toBe('TRUETALLY_IMAGE=truetally:0.3.0\n');
    expect(read('docs/client.md')).toBe('npm install truetally-client-0.3.0.tgz # truetally-client-0.3.0.tgz\n');
  });

  it('gives the unreleased entries of the changelog its heading', () => {
    release('0.3.0');
    expect(read('CHANGELOG.md')).toBe(CHANGELOG.replace('## Unreleased\n', '## Unreleased\n\n## 0.3.0 - 2026-12-24\n'));
  });

  it('stores its documents and its previews, and accepts no earlier change any more', () => {
    project.write('api/accepted-changes.json', {});
    project.commit();
    release('0.3.0');
    expect(read('api/released/openapi.json')).toBe(JSON.stringify(documentOf('0.3.0')));
    expect(JSON.parse(read('api/released/release.json'))).toEqual({
      version: '0.3.0',
      previews: { 'b.get': ['0.3.0'] },
    });
    expect(read('api/accepted-changes.json')).toBe('{}\n');
    expect(checkVersions(project.folder).faults).toEqual([]);
    project.commit();
    expect(checkVersions(project.clone()).faults).toEqual([]);
  });

  it('refuses a preview in its third release', () => {
    for (const version of ['0.3.0', '0.4.0']) {
      release(version);
      project.write('CHANGELOG.md', CHANGELOG);
      project.commit();
    }
    expect(() => release('0.5.0')).toThrow('b.get is a preview since 0.3.0, for 3 releases. The maximum is 2.');
    expect(read('package.json')).toContain('0.4.0');
  });

  it('refuses a document that breaks a promise of the last release', () => {
    release('0.3.0');
    project.write('CHANGELOG.md', CHANGELOG);
    project.write(DOCUMENT, documentOf('0.3.0', {}));
    project.commit();
    expect(() => release('0.4.0')).toThrow('GET /a was removed (from release 0.3.0 to the working tree)');
  });

  it('refuses changes that are not committed', () => {
    project.write('README.md', 'A change.');
    expect(() => release('0.3.0')).toThrow(
      'The working tree has changes that are not committed. Commit them before the release.',
    );
  });

  it.each([
    ['0.2.0', '0.2.0 is not later than 0.2.0, the current version. Use a later version.'],
    ['0.1.10', '0.1.10 is not later than 0.2.0, the current version. Use a later version.'],
    ['v0.3.0', 'v0.3.0 is not a version. Use three numbers, such as 1.2.0.'],
  ])('cannot have the version %s', (version, message) => {
    expect(() => release(version)).toThrow(message);
  });

  it('can have a version with a longer number', () => {
    release('0.10.0');
    expect(read('package.json')).toContain('"version": "0.10.0"');
  });

  it('refuses a date in another form', () => {
    expect(() => release('0.3.0', 'tomorrow')).toThrow('tomorrow is not a date. Use a form such as 2026-12-24.');
  });

  it.each([
    ['without the heading', '# Changelog\n\n## 0.2.0 - 2026-11-28\n'],
    ['without an entry', '# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2026-11-28\n\n- The first one.\n'],
  ])('refuses a changelog %s', (_name, changelog) => {
    project.write('CHANGELOG.md', changelog);
    project.commit();
    expect(() => release('0.3.0')).toThrow('CHANGELOG.md has no entry under "Unreleased".');
  });
});
