import type { Endpoint } from '../models/endpoints.ts';

/** The scopes of a virtual key. An empty list restricts nothing. */
export interface KeyScopes {
  /** Models, as callers name them. */
  readonly models: readonly string[];
  /** Providers, as the configuration file names them. */
  readonly providers: readonly string[];
  readonly endpoints: readonly Endpoint[];
}

/** True if a scope allows a name. */
export function isInScope(scope: readonly string[], name: string): boolean {
  return scope.length === 0 || scope.includes(name);
}
