import type { GenerationNames } from './call-name-list.ts';

/** Log records of Claude Code and Codex. Their mail addresses are never read. */
export const CODING_AGENTS = {
  dimensions: { user: ['user.account_uuid', 'user.account_id'], session: ['conversation.id'] },
} as const satisfies GenerationNames;
