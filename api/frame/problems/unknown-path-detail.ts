import { nearestName } from '../../../domain/kernel/nearest-name.ts';

/** The maximum number of compared parts of a path. */
const MAX_PARTS = 20;

/** The paths that the gateway serves, at another port. */
const GATEWAY_PATH = /^(?:\/v1)*\/(?:chat\/completions|messages|responses|embeddings|models)(?:\/|$)/;

/** The paths with which a path is compared. */
export interface KnownPaths {
  /** The first part of every path of the lane. */
  readonly root: string;
  /** The page that lists all of them. */
  readonly page: string;
  /** The parts of these paths that are not ids. */
  readonly parts: ReadonlySet<string>;
}

/** The fault of a path without a route, with the path that was probably intended. */
export function unknownPathDetail(path: string, known: KnownPaths): string {
  const { page } = known;
  if (GATEWAY_PATH.test(path))
    return `There is no such path. The gateway serves it on another port (8787, or \`TRUETALLY_PROXY_PORT\`). ${page} lists the paths of this API.`;
  const meant = meantPath(path, known);
  if (meant === undefined) return `There is no such path. ${page} lists all paths.`;
  return `There is no such path. Did you mean \`${meant}\`? ${page} lists all paths.`;
}

/** The path with each part replaced by the probably intended one; undefined if no part is known, or no part changes. */
function meantPath(path: string, { root, parts }: KnownPaths): string | undefined {
  const written = path.split('/');
  if (written.length > MAX_PARTS) return undefined;
  const names = [...parts];
  const meant = written.map((part) => (parts.has(part) ? part : (nearPart(part, names) ?? part)));
  const inRoot = new Set(root.split('/'));
  if (!meant.some((part) => parts.has(part) && !inRoot.has(part))) return undefined;
  const whole = meant.join('/');
  const rooted = whole.startsWith(`${root}/`) ? whole : root + whole;
  return rooted === path ? undefined : rooted;
}

/** The known part that is most similar to a part. Parts with an underscore are ids and are not replaced. */
function nearPart(part: string, names: readonly string[]): string | undefined {
  return part === '' || part.includes('_') ? undefined : nearestName(part, names);
}
