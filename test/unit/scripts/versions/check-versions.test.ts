import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { checkVersions } from '../../../../scripts/versions/check-versions.ts';
import { aContract, BROKEN_PROMISES, changed, KEPT_PROMISES, READ } from './broken-promises.ts';
import { createGitProject, type GitProject } from './git-project.ts';

const DOCUMENT = 'api/old-openapi.json';
const RELEASED = 'api/released/old-openapi.json';
const SUCCESSOR = { info: { version: '2.0' }, paths: {} };

/** Creates a project whose first release has been committed. */
function createReleasedProject(): GitProject {
  const project = createGitProject();
  project.write(DOCUMENT, aContract());
  project.write('api/next-openapi.json', SUCCESSOR);
  project.commit();
  project.write(RELEASED, aContract());
  project.write('api/released/next-openapi.json', SUCCESSOR);
  project.write('api/released/release.json', { version: '0.2.0', previews: {} });
  project.commit();
  return project;
}

const withOperation = (name: string) =>
  changed([['paths', `/${name}`], { get: { operationId: `${name}.get`, responses: {} } }]);

describe('since the last release, the gate', () => {
  let project: GitProject;
  beforeAll(() => {
    project = createReleasedProject();
  });
  afterAll(() => project.remove());

  it.each(BROKEN_PROMISES)('fails on %s', (_name, sentences, ...change) => {
    project.write(DOCUMENT, changed(change));
    const { faults } = checkVersions(project.folder);
    for (const sentence of sentences.split(/,(?! )/))
      expect(faults).toContain(`${DOCUMENT}: ${sentence} (from release 0.2.0 to the working tree)`);
  });

  it.each(KEPT_PROMISES)('permits %s', (_name, ...change) => {
    project.write(DOCUMENT, changed(change));
    expect(checkVersions(project.folder)).toEqual({ faults: [], notices: [] });
  });
});

describe('the gate', () => {
  let project: GitProject;
  beforeEach(() => {
    project = createReleasedProject();
  });
  afterEach(() => project.remove());

  it('fails in a clone on a committed break since the version before it, although no release has the operation', () => {
    project.write(DOCUMENT, withOperation('b'));
    const before = project.commit();
    project.write(DOCUMENT, withOperation('c'));
    project.commit();
    const fault = `${DOCUMENT}: GET /b was removed (from commit ${before} to the working tree)`;
    expect(checkVersions(project.clone()).faults).toEqual([fault]);
    project.write('README.md', 'A later commit does not hide the break.');
    project.commit();
    expect(checkVersions(project.clone()).faults).toEqual([fault]);
  });

  it('passes when a later commit takes the break back', () => {
    for (const name of ['b', 'c', 'b']) {
      project.write(DOCUMENT, withOperation(name));
      project.commit();
    }
    expect(checkVersions(project.clone()).faults).toEqual([]);
  });

  it('compares the commit of a release with the commit before it', () => {
    const broken = changed([READ]);
    const before = project.commit();
    project.write(DOCUMENT, broken);
    project.write(RELEASED, broken);
    project.write('api/released/release.json', { version: '0.3.0', previews: {} });
    project.commit();
    expect(checkVersions(project.clone()).faults).toEqual([
      `${DOCUMENT}: GET /a was removed (from commit ${before} to the working tree)`,
    ]);
  });

  it('only reports breaking changes of a new epoch', () => {
    const next = changed([READ]);
    project.write(DOCUMENT, { ...next, info: { ...next.info, version: '3.0' } });
    const { faults, notices } = checkVersions(project.folder);
    expect(faults).toEqual([]);
    expect(notices).toContain(`${DOCUMENT}: GET /a was removed (from release 0.2.0 to the working tree)`);
  });

  it('compares with another revision on request', () => {
    project.write(DOCUMENT, withOperation('b'));
    const commit = project.commit();
    project.write(DOCUMENT, aContract());
    expect(checkVersions(project.folder, commit).faults).toContain(
      `${DOCUMENT}: GET /b was removed (from ${commit} to the working tree)`,
    );
  });

  it('fails if a document disappears', () => {
    const clone = project.clone();
    rmSync(join(clone, DOCUMENT));
    expect(checkVersions(clone).faults).toEqual([
      `${DOCUMENT} was removed. A document stays, with the markers of its retirement.`,
    ]);
  });

  it('fails on a released document that was written by hand', () => {
    project.write(DOCUMENT, withOperation('b'));
    project.write(RELEASED, withOperation('d'));
    project.commit();
    expect(checkVersions(project.folder).faults).toContain(
      `${RELEASED} was never ${DOCUMENT}. Only \`npm run release\` writes it: restore the committed file.`,
    );
  });

  it('passes for a revision that does not exist', () => {
    expect(checkVersions(project.folder, 'origin/nowhere')).toEqual({ faults: [], notices: [] });
  });

  it('fails on an operation that has been a preview in three releases', () => {
    project.write(DOCUMENT, changed([[...READ, 'x-stability'], 'preview']));
    const previews = { 'a.get': ['0.3.0', '0.4.0', '0.5.0'] };
    project.write('api/released/release.json', { version: '0.5.0', previews });
    expect(checkVersions(project.folder).faults).toContain(
      'a.get is a preview since 0.3.0, for 3 releases. The maximum is 2. ' +
        'Remove `isPreview` to promise its form, or remove the operation.',
    );
  });

  describe('an accepted change', () => {
    const CHANGE = 'schema A/state was removed';
    const accept = (change: string) =>
      project.write('api/accepted-changes.json', { [DOCUMENT]: { [change]: 'No client reads it.' } });

    it('passes, and no other one with it', () => {
      accept(CHANGE);
      project.write(DOCUMENT, changed([['components', 'schemas', 'A', 'properties', 'state']]));
      expect(checkVersions(project.folder).faults).toEqual([]);
      project.write(DOCUMENT, changed([['components', 'schemas', 'A', 'properties', 'id']]));
      expect(checkVersions(project.folder).faults).toContain(
        `${DOCUMENT}: schema A/id was removed (from release 0.2.0 to the working tree)`,
      );
    });

    it('fails the gate if nobody made it', () => {
      accept(CHANGE);
      expect(checkVersions(project.folder).faults).toEqual([
        `${DOCUMENT}: api/accepted-changes.json has a change that was not found. Remove it: ${CHANGE}`,
      ]);
    });
  });
});

describe('without a base, the gate passes', () => {
  const NOTICE = 'No release contains this document yet, so no release was compared.';

  it('outside of a repository', () => {
    const folder = mkdtempSync(join(tmpdir(), 'truetally-versions-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    expect(checkVersions(folder)).toEqual({ faults: [], notices: [] });
  });

  it('in the first commit of a repository', () => {
    const first = createGitProject();
    onTestFinished(() => first.remove());
    first.write('api/next-openapi.json', SUCCESSOR);
    first.commit();
    expect(checkVersions(first.folder)).toEqual({ faults: [], notices: [`api/next-openapi.json: ${NOTICE}`] });
  });
});
