import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DefaultLogger } from '@temporalio/worker';
import { bundleInto, PROGRAMS } from '../../../runtime/programs.mjs';
import { ENCODED_FAILURES } from '../../../runtime/payloads/data-converter.ts';
import { bundleVariant, releasedBundle, workflowBundle } from '../../../worker/temporal/workflow-bundle.ts';

/** The files that programs read at run time, besides their bundles. */
const FILES = [
  'LICENSE',
  'layers.mjs',
  'runtime/programs.mjs',
  'scripts/run.mjs',
  'scripts/start.mjs',
  'scripts/start',
  'scripts/prepare.mjs',
  'scripts/end-with-parent.mjs',
  'store/migrations',
  'store/schema.txt',
  'analytics/migrations',
  'analytics/schema.txt',
  'workflows/encoded-failures.mjs',
] as const;

/** The members of the manifest that a release has. */
const MEMBERS = [
  ...['name', 'version', 'description', 'license', 'type', 'engines'],
  ...['dependencies', 'optionalDependencies', 'allowScripts'],
];

/**
 * Writes the release of `@truetally/server` into a folder: its programs and workflows as bundles, so that it runs on
 * Node 20 without a compiler and from a folder that it cannot write to.
 */
export async function stageServer(project: string, folder: string): Promise<void> {
  for (const name of FILES) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    cpSync(join(project, name), join(folder, name), { recursive: true });
  }
  const manifest = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as Record<string, unknown>;
  const released = Object.fromEntries(MEMBERS.flatMap((name) => (name in manifest ? [[name, manifest[name]]] : [])));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(released, undefined, 2)}\n`);
  await bundleInto(join(folder, 'dist', 'programs'), PROGRAMS, { isRelease: true });
  const workflows = join(folder, 'dist', 'workflows');
  mkdirSync(workflows, { recursive: true });
  for (const converter of [{}, { failureConverterPath: ENCODED_FAILURES }]) {
    const { codePath } = await workflowBundle(join(project, '.cache'), new DefaultLogger('WARN'), converter);
    cpSync(codePath, releasedBundle(workflows, bundleVariant(converter.failureConverterPath)));
  }
}
