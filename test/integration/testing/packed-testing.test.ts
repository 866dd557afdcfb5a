import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import service from '../../../package.json' with { type: 'json' };
import { compileOutside, PROJECT_FOLDER, readCommandOutput } from '../../../testing/clients/outside-project.ts';

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

let folder: string;
let installed: string;

/** Creates an external project with the packed kit. Its dependencies are links to this project's. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'truetally-outside-'));
  await cp(join(PROJECT_FOLDER, 'test/outside/schedules'), folder, { recursive: true });
  const packed = await readCommandOutput(
    'npm',
    ['pack', '--silent', '--pack-destination', folder],
    join(PROJECT_FOLDER, 'testing'),
  );
  await rm(join(PROJECT_FOLDER, 'testing', 'dist'), { recursive: true });
  installed = join(folder, 'node_modules', '@truetally', 'testing');
  await mkdir(installed, { recursive: true });
  await readCommandOutput(
    'tar',
    ['-xzf', join(folder, packed.trim()), '-C', installed, '--strip-components=1'],
    folder,
  );
  const packages = (await readdir(join(PROJECT_FOLDER, 'node_modules'))).filter((name) => name !== '@truetally');
  await Promise.all(
    packages.map((name) => symlink(join(PROJECT_FOLDER, 'node_modules', name), join(folder, 'node_modules', name))),
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the packed testing kit', () => {
  it('has the version of the service and the tested dependencies of the service', async () => {
    const { version, dependencies } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as Manifest;
    const ours: Readonly<Record<string, string>> = {
      ...service.dependencies,
      ...service.optionalDependencies,
      ...service.devDependencies,
    };
    expect(version).toBe(service.version);
    expect(dependencies).toEqual(Object.fromEntries(Object.keys(dependencies).map((name) => [name, ours[name]])));
  });

  it('runs a test of a schedule in an external project, compiled against its types', async () => {
    await compileOutside(folder);
    const report = join(folder, 'report.json');
    const vitest = join(PROJECT_FOLDER, 'node_modules', 'vitest', 'vitest.mjs');
    await readCommandOutput(process.execPath, [vitest, 'run', '--reporter=json', `--outputFile=${report}`], folder);
    expect(JSON.parse(await readFile(report, 'utf8'))).toMatchObject({ numPassedTests: 1, numFailedTests: 0 });
  });
});
