import type { Endpoint } from '../models/endpoints.ts';

/** The scopes of a virtual key. An empty list restricts nothing. */
export interface KeyScopes {
  /** The names of models that callers use. */
  readonly models: readonly string[];
  /** The names of providers in the configuration file. */
  readonly providers: readonly string[];
  readonly endpoints: readonly Endpoint[];
}

/** True if a scope allows a name. */
export function isInScope(scope: readonly string[], name: string): boolean {
  return scope.length === 0 || scope.includes(name);
}
