import type { Clock } from '../../domain/kernel/clock.ts';
import { ROLES } from '../../domain/management/roles.ts';
import { SCOPES, USUAL_SCOPES } from '../../domain/management/scopes.ts';
import type { ManagementTokenStore } from '../../store/management/management-token-store.ts';
import type { ManagementToken } from '../../store/management/token-rows.ts';
import { defineCommand, type Command, type CommandRow } from './command.ts';
import { futureInstant, idOption, listOption, withPurpose, oneOf, optional, freeText } from './options.ts';

/** The ports of the commands for tokens of the management plane. */
export interface TokenCommandPorts {
  readonly clock: Clock;
  readonly tokens: Omit<ManagementTokenStore, 'resolve'>;
}

/** Commands that create, show and revoke tokens of the management plane, by `<noun> <verb>`. */
export const TOKEN_COMMANDS: Readonly<Record<string, Command<TokenCommandPorts>>> = {
  'token make': defineCommand({
    summary: 'creates a token of the management plane and shows it once',
    options: {
      label: freeText(),
      role: oneOf(ROLES),
      scopes: withPurpose('by default, all except content:read', optional(listOption(oneOf(SCOPES)))),
      'expires-at': optional(futureInstant()),
    },
    async run({ tokens, clock }, { label, role, scopes = USUAL_SCOPES, 'expires-at': expiresAt }) {
      const { token, ...made } = await tokens.make({ label, role, scopes, expiresAt });
      return [{ ...tokenRow(made, clock.now()), token }];
    },
  }),
  'token list': defineCommand({
    summary: 'lists tokens of the management plane, without their texts',
    options: {},
    run: async ({ tokens, clock }) => (await tokens.list()).map((token) => tokenRow(token, clock.now())),
  }),
  'token revoke': defineCommand({
    summary: 'revokes a token of the management plane immediately',
    options: { token: idOption('managementToken') },
    run: async ({ tokens, clock }, { token }) => [tokenRow(await tokens.revoke(token), clock.now())],
  }),
};

function tokenRow(token: ManagementToken, now: Date): CommandRow {
  return {
    token_id: token.tokenId,
    label: token.label,
    role: token.role,
    scopes: token.scopes,
    state: stateOf(token, now),
    created_at: token.createdAt.toISOString(),
    ...(token.userId !== undefined && { user_id: token.userId }),
    ...(token.lastUsedAt && { last_used_at: token.lastUsedAt.toISOString() }),
    ...(token.expiresAt && { expires_at: token.expiresAt.toISOString() }),
    ...(token.revokedAt && { revoked_at: token.revokedAt.toISOString() }),
  };
}

function stateOf(token: ManagementToken, now: Date): 'in force' | 'expired' | 'revoked' | 'suspended' {
  const { revokedAt, expiresAt, isSuspended } = token;
  if (revokedAt !== undefined) return 'revoked';
  if (expiresAt !== undefined && expiresAt <= now) return 'expired';
  return isSuspended ? 'suspended' : 'in force';
}
