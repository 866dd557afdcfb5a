import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { describe, expect, it } from 'vitest';
import { ENCODED_FAILURES } from '../../runtime/payloads/data-converter.ts';
import { WORKFLOW_CODE } from '../../worker/temporal/workflow-bundle.ts';

const PROJECT = join(import.meta.dirname, '..', '..');

/** Temporal's packages that a workflow contains, and their dependencies. */
const TEMPORALS =
  /^node_modules\/(@temporalio\/(workflow|common|proto|worker)|long|ms|nexus-rpc|protobufjs|@protobufjs)\//;

describe('the bundle of workflow code', () => {
  it('contains only workflows/, domain/ and Temporal', async () => {
    const { code } = await bundleWorkflowCode({
      ...WORKFLOW_CODE,
      failureConverterPath: ENCODED_FAILURES,
      logger: new DefaultLogger('ERROR'),
    });
    const sources = sourcesOf(code);
    const ours = sources.filter((source) => !source.startsWith('node_modules/'));
    expect(ours).toContain('workflows/reports/report-run.ts');
    expect(ours).toContain('workflows/interceptors.ts');
    expect(ours).toContain('domain/reports/report-run.ts');
    expect(ours).toContain('workflows/encoded-failures.mjs');
    expect(ours.filter((source) => !/^(workflows|domain)\//.test(source))).toEqual([]);
    expect(sources.filter((source) => source.startsWith('node_modules/') && !TEMPORALS.test(source))).toEqual([]);
  });
});

describe('the packages of Temporal', () => {
  it('share one protobufjs 8, which is required to read histories from JSON', () => {
    const places = ['proto', 'common', 'worker'].map((name) => {
      const require = createRequire(join(PROJECT, 'node_modules', '@temporalio', name, 'package.json'));
      return packageFolder(require.resolve('protobufjs'));
    });
    expect(new Set(places).size).toBe(1);
    const { version } = createRequire(import.meta.url)(join(places[0]!, 'package.json')) as { version: string };
    expect(version).toMatch(/^8\./);
  });
});

/** The files of our project and of packages in the inlined source map, as paths below the project's folder. */
function sourcesOf(code: string): string[] {
  const [, encoded] = /\/\/# sourceMappingURL=data:application\/json[^,]*;base64,(\S+)/.exec(code) ?? [];
  const map = JSON.parse(Buffer.from(encoded ?? '', 'base64').toString()) as { sources: string[] };
  return map.sources
    .map((source) => source.replace(/^webpack:\/\/[^/]*\//, '').replace(/^webpack\/.*/, ''))
    .map((source) => (source.startsWith('/') ? relative(PROJECT, source) : source.replace(/^\.\//, '')))
    .filter((source) => existsSync(join(PROJECT, source)) && /\.[cm]?[jt]s$/.test(source));
}

function packageFolder(file: string): string {
  let folder = dirname(realpathSync(file));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}
