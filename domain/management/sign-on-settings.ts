import type { SignOnRoleRule } from './sign-on-role.ts';

/** The block `dashboard.sign_on` of the configuration file. */
export interface SignOnBlock {
  readonly issuer: string;
  readonly client_id: string;
  readonly redirect_url: string;
  readonly scopes?: readonly string[];
  readonly role_claim?: string;
  readonly roles: readonly SignOnRoleRule[];
}

/** The defaults of the block, in the notation of the file. */
export const SIGN_ON_DEFAULTS = { scopes: ['openid', 'profile'], role_claim: 'groups' } as const;

/** The block with its defaults. */
export interface SignOnSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** The address to which the provider sends the browser back. No part of it comes from a request. */
  readonly redirectUrl: string;
  /** The requested scopes, always with `openid`. */
  readonly scopes: readonly string[];
  readonly roleClaim: string;
  readonly roles: readonly SignOnRoleRule[];
}

/** The settings of the block; undefined for a deployment without sign-on. Defaults are applied only here. */
export function signOnSettings(block: SignOnBlock | undefined): SignOnSettings | undefined {
  if (block === undefined) return undefined;
  return {
    issuer: block.issuer,
    clientId: block.client_id,
    redirectUrl: block.redirect_url,
    scopes: [...new Set(['openid', ...(block.scopes ?? SIGN_ON_DEFAULTS.scopes)])],
    roleClaim: block.role_claim ?? SIGN_ON_DEFAULTS.role_claim,
    roles: block.roles,
  };
}
