import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { DataConverter } from '@temporalio/common';
import { bundleWorkflowCode, type Logger } from '@temporalio/worker';
import { replaceFile } from '../../runtime/replace-file.ts';

const PROJECT = join(import.meta.dirname, '..', '..');
const SOURCES = ['workflows', 'domain'];
/** The bundles of a released package, which contains no sources. */
const RELEASED = join(PROJECT, 'dist', 'workflows');

/** The options of the bundle. Workers take interceptors of workflows from the bundle alone. */
export const WORKFLOW_CODE = {
  workflowsPath: join(PROJECT, 'workflows', 'bundle', 'index.ts'),
  workflowInterceptorModules: [join(PROJECT, 'workflows', 'interceptors.ts')],
};

/**
 * The file of the bundled workflow code. Bundling takes seconds of two cores, and hashing the sources takes
 * milliseconds. So a bundle is stored in `folder` under the hash of its inputs and is rebuilt only after a change.
 * Workflow code converts failures as `dataConverter` does outside of it.
 */
export async function workflowBundle(
  folder: string,
  logger: Logger,
  { failureConverterPath }: Pick<DataConverter, 'failureConverterPath'> = {},
): Promise<{ codePath: string }> {
  const variant = bundleVariant(failureConverterPath);
  const released = releasedBundle(RELEASED, variant);
  if (existsSync(released)) return { codePath: released };
  const codePath = join(folder, `workflow-bundle-${sourceHash()}${variant}.js`);
  if (!existsSync(codePath)) {
    mkdirSync(folder, { recursive: true });
    const { code } = await bundleWorkflowCode({
      ...WORKFLOW_CODE,
      logger,
      ...(failureConverterPath !== undefined && { failureConverterPath }),
    });
    replaceFile(codePath, code, 0o644);
  }
  return { codePath };
}

/** The part of a bundle's name that stands for its converter of failures. */
export function bundleVariant(failureConverterPath: string | undefined): string {
  return failureConverterPath === undefined ? '' : `-${basename(failureConverterPath, '.mjs')}`;
}

/** The file of a bundle in a released package. */
export function releasedBundle(folder: string, variant: string): string {
  return join(folder, `workflow-bundle${variant}.js`);
}

/** The hash of the sources, and of the lockfile for the packages that are bundled with them. */
function sourceHash(): string {
  const files = SOURCES.flatMap((folder) =>
    readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|mjs)$/.test(name))
      .map((name) => join(folder, name)),
  );
  const hash = createHash('sha256');
  for (const file of ['package-lock.json', ...files.sort()]) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(PROJECT, file)))
      .update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}
