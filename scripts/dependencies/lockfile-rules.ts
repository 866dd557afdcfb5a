/** The members of an entry in the lock file that determine the installed package. */
export interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
}

const REGISTRY = 'https://registry.npmjs.org/';

/**
 * True if npm may have locked a package without downloading it: an optional package for a platform other than that of
 * the tests.
 */
function isElsewhere({ optional, os = [], cpu = [] }: LockedPackage): boolean {
  return optional === true && os.length > 0 && !(os.includes('linux') && cpu.includes('x64'));
}

/** The paths of packages for other platforms that have no digest yet. */
export function withoutDigest(packages: Readonly<Record<string, LockedPackage>>): string[] {
  return Object.keys(packages).filter((path) => {
    const locked = packages[path];
    return locked !== undefined && isElsewhere(locked) && locked.integrity === undefined;
  });
}

/** True if the entry is the project or one of its workspaces, which are read from their folders. */
function isOurs(path: string): boolean {
  return !path.includes('node_modules/');
}

/**
 * One sentence for each package that may differ from the intended one, because it has no digest or does not come from
 * npm.
 */
export function lockfileFaults(packages: Readonly<Record<string, LockedPackage>>): string[] {
  return Object.entries(packages).flatMap(([path, locked]) => {
    if (isOurs(path) || locked.link === true) return [];
    const { integrity, resolved } = locked;
    if (resolved !== undefined && !resolved.startsWith(REGISTRY)) return [`${path} is fetched from ${resolved}.`];
    if (integrity === undefined) return isElsewhere(locked) ? [] : [`${path} has no digest.`];
    return integrity.startsWith('sha512-') ? [] : [`${path} has a digest that is no SHA-512: ${integrity}.`];
  });
}
