import type { FastifyRequest } from 'fastify';

/** A user of the management plane with a session. */
export interface SessionUser {
  readonly sessionId: string;
  readonly userId: string;
  /** The subject of the customer lane for which the user acts; undefined without one. */
  readonly subjectId: string | undefined;
}

/** The users of the management plane who send requests with a session. */
export interface SessionUsers {
  /**
   * The user of the session of a request; undefined without a session, and for a user with a one-time password.
   *
   * Throws `dependency_unavailable` if the sign-on provider does not confirm the user in time.
   */
  find(request: FastifyRequest): Promise<SessionUser | undefined>;
}
