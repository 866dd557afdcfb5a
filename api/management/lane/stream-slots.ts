import {
  DECISION_STREAM_LIMITS,
  type DecisionStreamLimit,
} from '../../../domain/gateway/decisions/decision-streams.ts';

/** The owner of a stream. */
export interface StreamOwner {
  readonly credentialId: string;
  /** The user whose rights bound the credential, or the first token of a line of tokens without a user. */
  readonly userId: string;
}

/** The open streams of this process. */
export interface StreamSlots {
  /** Takes a place for a stream. Returns the limit that is reached instead, if one is. */
  take(owner: StreamOwner): { readonly full: DecisionStreamLimit } | { readonly full?: never; release(): void };
}

/**
 * Counts open streams by credential, by user and in total. A user can create many tokens, so a limit by credential
 * alone would not bound a user.
 */
export function createStreamSlots(): StreamSlots {
  const open = new Map<string, number>();
  const count = (name: string, by: number): void => {
    const now = (open.get(name) ?? 0) + by;
    if (now === 0) open.delete(name);
    else open.set(name, now);
  };
  return {
    take({ credentialId, userId }) {
      const names = { credential: `credential ${credentialId}`, user: `user ${userId}`, process: 'process' } as const;
      const limits = Object.keys(names) as DecisionStreamLimit[];
      const full = limits.find((limit) => (open.get(names[limit]) ?? 0) >= DECISION_STREAM_LIMITS[limit]);
      if (full !== undefined) return { full };
      for (const limit of limits) count(names[limit], 1);
      let isHeld = true;
      return {
        release() {
          if (!isHeld) return;
          isHeld = false;
          for (const limit of limits) count(names[limit], -1);
        },
      };
    },
  };
}
