import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { Role } from '../../domain/management/roles.ts';
import { CONFIRM_AGAIN_MS } from '../../domain/management/session-times.ts';
import { inTransaction } from '../postgres/pool.ts';
import { sha256 } from '../postgres/sha256.ts';
import { openRefreshToken, sealRefreshToken } from './seal-refresh-token.ts';
import type { ProviderIdentity } from './sign-on-store.ts';

/**
 * The milliseconds for which a process may ask the provider about a session. Others do not ask meanwhile, because
 * providers end a session whose refresh token is used twice. After a process was killed, or the provider did not
 * answer, the next question follows after this time.
 */
const ASKING_MS = 30_000;

/** A session whose user this process asks the provider about. */
export interface ClaimedSession extends ProviderIdentity {
  readonly sessionId: string;
  readonly userId: string;
  /** Undefined if the provider issued none. */
  readonly refreshToken: string | undefined;
}

/** The confirmations of users who signed on. */
export interface SessionConfirmationStore {
  /**
   * Claims the question about a session, by the token of the session. Undefined if another process asks, has asked
   * recently, or the session has ended.
   */
  claim(token: string): Promise<ClaimedSession | undefined>;
  /**
   * Records that the provider confirmed the user of a session. The role applies to every session of the user, unless a
   * later question has been answered.
   */
  confirm(
    claimed: ClaimedSession,
    answer: { readonly token: string; readonly role: Role; readonly confirmedAt: Date; readonly refreshToken: string },
  ): Promise<void>;
  /** Ends a session that the provider does not continue. */
  end(claimed: Pick<ClaimedSession, 'sessionId'>): Promise<void>;
  /**
   * Ends every session of a user who has no role at the provider any more, unless a later question gave the user one.
   * @param askedAt the time of the question
   */
  withdraw(identity: ProviderIdentity, askedAt: Date): Promise<void>;
}

export function createSessionConfirmationStore(pool: pg.Pool, clock: Clock): SessionConfirmationStore {
  return {
    async claim(token) {
      const now = clock.now();
      const { rows } = await pool.query<ClaimedRow>(
        `UPDATE management_sessions AS session SET confirming_until = $2
         FROM management_users AS signed_on
         WHERE token_sha256 = $1 AND signed_on.user_id = session.user_id AND confirmed_at <= $4
           AND (confirming_until IS NULL OR confirming_until <= $3)
         RETURNING session_id, session.user_id, issuer, provider_subject, refresh_token`,
        [sha256(token), new Date(now.getTime() + ASKING_MS), now, new Date(now.getTime() - CONFIRM_AGAIN_MS)],
      );
      return rows.map((row) => ({
        sessionId: row.session_id,
        userId: row.user_id,
        issuer: row.issuer,
        subject: row.provider_subject,
        refreshToken: row.refresh_token === null ? undefined : openRefreshToken(token, row.refresh_token),
      }))[0];
    },

    // The row of the user is locked first, as in every change of a user that ends sessions.
    confirm: ({ sessionId, userId }, { token, role, confirmedAt, refreshToken }) =>
      inTransaction(pool, async (client) => {
        await client.query(
          `UPDATE management_users SET role = $2, role_confirmed_at = $3
           WHERE user_id = $1 AND role_confirmed_at <= $3 AND removed_at IS NULL`,
          [userId, role, confirmedAt],
        );
        await client.query(
          `UPDATE management_sessions SET confirmed_at = $2, confirming_until = NULL, refresh_token = $3
           WHERE session_id = $1`,
          [sessionId, confirmedAt, sealRefreshToken(token, refreshToken)],
        );
      }),

    async end({ sessionId }) {
      await pool.query('DELETE FROM management_sessions WHERE session_id = $1', [sessionId]);
    },

    withdraw: ({ issuer, subject }, askedAt) =>
      inTransaction(pool, async (client) => {
        const { rows } = await client.query<{ user_id: string }>(
          `UPDATE management_users SET role = 'viewer', role_confirmed_at = $3
           WHERE issuer = $1 AND provider_subject = $2 AND removed_at IS NULL AND role_confirmed_at <= $3
           RETURNING user_id`,
          [issuer, subject, askedAt],
        );
        for (const { user_id: userId } of rows)
          await client.query('DELETE FROM management_sessions WHERE user_id = $1', [userId]);
      }),
  };
}

/** A claimed session. Its user has an issuer, because the session has a time of confirmation. */
interface ClaimedRow {
  session_id: string;
  user_id: string;
  issuer: string;
  provider_subject: string;
  refresh_token: Buffer | null;
}
