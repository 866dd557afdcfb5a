import type { PathCall, ProtocolPaths } from '../protocols/shared/protocol-paths.ts';

/** The request of a path, before the body is read. */
export interface PlayedPath {
  /** The model in the path; undefined if the body names it. */
  readonly named: PathCall | undefined;
  readonly query: string | undefined;
  readonly isCount: boolean;
}

/** The routes at which a protocol is served; paths that name a model share their beginning. */
export function listPlaybackRoutes(paths: ProtocolPaths): string[] {
  if (paths.modelIn === 'path')
    return [...new Set(paths.served.map((route) => `${route.slice(0, route.indexOf('{'))}*`))];
  const { served, counted } = paths;
  return counted === undefined ? [served] : [served, `${served}${counted}`];
}

/** The call at a path; undefined if nothing is served there. */
export function findPlayedPath(paths: ProtocolPaths, url: string): PlayedPath | undefined {
  const [path = '', query] = url.split('?', 2);
  if (paths.modelIn === 'body') return { named: undefined, query, isCount: path !== paths.served };
  const named = paths.read(path, query);
  return named === undefined || 'message' in named ? undefined : { named, query, isCount: named.isCount };
}
