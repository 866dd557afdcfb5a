import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildVersion } from '../../domain/installation/build-version.ts';
import { findCommit } from './find-commit.ts';

const PROJECT = join(import.meta.dirname, '..', '..');

/** The version of this build, from the manifest of the package: the only place that states it. */
export const BUILD_VERSION = (
  JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as { readonly version: string }
).version;

/**
 * The version and commit of this build.
 *
 * @param commit the commit that the environment of an image states; undefined: that of the checkout, if there is one
 */
export function readBuildVersion(commit: string | undefined): BuildVersion {
  return { version: BUILD_VERSION, commit: commit ?? findCommit(PROJECT) ?? null };
}

/** A build for people, such as `0.2.0 (commit 5ef0e29b…)`. */
export function buildText({ version, commit }: BuildVersion): string {
  return `${version} (${commit === null ? 'unknown commit' : `commit ${commit}`})`;
}
