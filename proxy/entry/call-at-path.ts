import type { CalledEndpoint } from '../../domain/models/protocols.ts';
import { PROTOCOLS } from '../../providers/protocols/registry.ts';
import { type ErrorBody, plainErrorBody } from '../../providers/protocols/shared/plain-error-body.ts';
import type { PathCall } from '../../providers/protocols/shared/protocol-paths.ts';
import type { RequestFault } from '../../providers/protocols/shared/request-fault.ts';

/** Protocols whose paths name the model. */
const IN_PATH = PROTOCOLS.flatMap(({ endpoint, errorBody, paths }) =>
  paths.modelIn === 'path' ? [{ endpoint, errorBody, paths }] : [],
);

/** The call that a path names, or the reason why it is refused. */
export type CallAtPath =
  | { readonly endpoint: CalledEndpoint; readonly named: PathCall }
  | { readonly fault: RequestFault };

/**
 * The call of a protocol whose paths name the model; undefined if no such protocol has the path. Look up fixed paths
 * first.
 */
export function callAtPath(path: string, query: string | undefined): CallAtPath | undefined {
  for (const { endpoint, paths } of IN_PATH) {
    const read = paths.read(path, query);
    if (read !== undefined) return 'message' in read ? { fault: read } : { endpoint, named: read };
  }
  return undefined;
}

/** The form of errors at a path: that of the protocol with this path or its prefix, otherwise the plain form. */
export function errorBodyAt(path: string): ErrorBody {
  const found = IN_PATH.find(({ paths }) => path.startsWith(paths.own) || paths.read(path, undefined) !== undefined);
  return found?.errorBody ?? plainErrorBody;
}
