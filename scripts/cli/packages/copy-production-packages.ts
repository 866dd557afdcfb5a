import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The members of an entry of the lockfile that decide whether a package runs in production. */
interface LockedPackage {
  readonly dev?: true;
  readonly link?: true;
}

/** Packages that only builds need: the compilers of workflow code, whose bundles are in the release. */
const OF_BUILDS = /^node_modules\/(@swc|webpack|terser|typebox)(\/|$)/;

/** The sources and the foreign binaries of Temporal's native part. */
const OF_TEMPORAL = ['sdk-core', 'releases'] as const;

/**
 * Copies the packages that the server needs in production from the installed ones, with the engines that run in the
 * process. Packages for other platforms are not installed here, so they are not copied.
 */
export function copyProductionPackages(project: string, target: string): void {
  const { packages } = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, LockedPackage>>;
  };
  const names = Object.entries(packages).flatMap(([path, { dev, link }]) =>
    path.startsWith('node_modules/') && dev === undefined && link === undefined && !OF_BUILDS.test(path) ? [path] : [],
  );
  for (const path of names.filter((name) => existsSync(join(project, name)))) {
    const own = join(project, path);
    // Packages below have their own entry, and those for development are omitted.
    const isBelow = (source: string): boolean => source.startsWith(`${own}/node_modules`);
    cpSync(own, join(dirname(target), path), {
      ...{ recursive: true, dereference: false, verbatimSymlinks: true },
      filter: (source) => !isBelow(source),
    });
  }
  const bridge = join(target, '@temporalio', 'core-bridge');
  const native = 'x86_64-unknown-linux-gnu';
  const kept = join(bridge, 'releases', native);
  cpSync(kept, join(bridge, native), { recursive: true });
  for (const name of OF_TEMPORAL) rmSync(join(bridge, name), { recursive: true, force: true });
  cpSync(join(bridge, native), kept, { recursive: true });
  rmSync(join(bridge, native), { recursive: true });
}
