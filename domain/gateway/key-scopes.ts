import type { Endpoint } from '../models/endpoints.ts';

/** What a virtual key opens. An empty list restricts nothing. */
export interface KeyScopes {
  /** As callers name them. */
  readonly models: readonly string[];
  /** As the configuration file names them. */
  readonly providers: readonly string[];
  readonly endpoints: readonly Endpoint[];
}

/** Whether a scope lets a name through. */
export function isInScope(scope: readonly string[], name: string): boolean {
  return scope.length === 0 || scope.includes(name);
}
