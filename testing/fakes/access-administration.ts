import { notFound, Refusal } from '../../domain/kernel/errors.ts';
import type { Role } from '../../domain/management/roles.ts';
import type { AccessAdministrationPorts } from '../../api/management/ports/access-administration-ports.ts';
import type { AuditEvent, AuditFilter } from '../../store/installation/audit-store.ts';
import type { ManagementSession } from '../../store/management/management-session-store.ts';
import type { ListedSession } from '../../store/management/session-administration-store.ts';
import type { TokenReach } from '../../store/management/token-administration-store.ts';
import type { ManagementToken } from '../../store/management/token-rows.ts';
import type { ManagementUser } from '../../store/management/user-rows.ts';
import { pageNewestFirst } from './page-newest-first.ts';

type Administration = AccessAdministrationPorts['accessAdministration'];

const CREATED_AT = new Date('2026-02-01T00:00:00.000Z');

/** A user who exists from the start, besides the one who can log in. */
export const BOB: ManagementUser = {
  userId: 'usr_00000000000000000000000002',
  name: 'bob',
  role: 'operator',
  createdAt: CREATED_AT,
  passwordChangedAt: CREATED_AT,
  lastLoginAt: undefined,
  disabledAt: undefined,
  oneTimeUntil: undefined,
  removedAt: undefined,
};

/** A session of `bob`. */
export const BOBS_SESSION: ListedSession = {
  sessionId: 'tok_00000000000000000000000003',
  userId: BOB.userId,
  name: BOB.name,
  createdAt: new Date('2026-03-01T10:00:00.000Z'),
  lastUsedAt: new Date('2026-03-01T11:30:00.000Z'),
  expiresAt: new Date('2026-03-01T22:00:00.000Z'),
  network: '192.0.2.7',
};

/** A token of `bob`. */
export const BOBS_TOKEN: ManagementToken = {
  tokenId: 'tok_00000000000000000000000004',
  label: 'export',
  role: 'viewer',
  scopes: ['evals:read'],
  userId: BOB.userId,
  ancestors: [],
  createdAt: CREATED_AT,
  expiresAt: new Date('2026-04-01T00:00:00.000Z'),
  revokedAt: undefined,
  lastUsedAt: undefined,
  isSuspended: false,
};

/** The text of every one-time password of the fake. */
export const ONE_TIME_PASSWORD = 'h7k2m-q9xvd-4tn8p-zr3ws';

/** The text of every token of the fake. */
export const TOKEN_TEXT = `ttp_${'0'.repeat(82)}`;

interface FakeAccessParts {
  readonly now: () => Date;
  /** The sessions of the user who can log in, by their texts. */
  readonly sessions: Map<string, ManagementSession>;
  /** Replaces the hash of the password of the user who can log in; false if the hash is another one. */
  readonly choosePassword: (from: string, to: string) => boolean;
}

/** Users, sessions, tokens and audit rows in memory. */
export class FakeAccessAdministration {
  readonly users = new Map<string, ManagementUser>([[BOB.userId, BOB]]);
  readonly otherSessions = new Map<string, ListedSession>([[BOBS_SESSION.sessionId, BOBS_SESSION]]);
  readonly tokens = new Map<string, ManagementToken>([[BOBS_TOKEN.tokenId, BOBS_TOKEN]]);
  /** The rows of the audit, and the filters with which they were read, oldest first. */
  readonly auditEvents: AuditEvent[] = [];
  readonly auditFilters: AuditFilter[] = [];
  /** True if `bob` is the last admin. */
  isLastAdmin = false;
  /** True if the caller has the maximum number of tokens. */
  isFull = false;
  /** The ids of the users who changed an admin, oldest first; undefined for a token without a user. */
  readonly changedBy: (string | undefined)[] = [];
  readonly #parts: FakeAccessParts;

  constructor(parts: FakeAccessParts) {
    this.#parts = parts;
  }

  readonly ports: Administration = {
    users: {
      page: ({ withRemoved, ...page }) =>
        Promise.resolve(
          pageNewestFirst(
            [...this.users.values()].filter(({ removedAt }) => withRemoved || removedAt === undefined),
            ({ createdAt, userId }) => ({ createdAt: createdAt.toISOString(), id: userId }),
            page,
          ),
        ),
      find: (userId) => Promise.resolve(this.users.get(userId)),
      create: ({ name, role, oneTimeUntil }) => this.#create(name, role, oneTimeUntil),
      changeRole: (userId, role, by) => this.#change(userId, { role }, { losesAdmin: role !== 'admin', by }),
      disable: (userId, by) => this.#change(userId, { disabledAt: this.#parts.now() }, { losesAdmin: true, by }),
      enable: (userId) => this.#change(userId, { disabledAt: undefined }),
      remove: (userId, by) => this.#change(userId, { removedAt: this.#parts.now() }, { losesAdmin: true, by }),
      resetPassword: (userId, { oneTimeUntil }, by) => this.#change(userId, { oneTimeUntil }, { losesAdmin: true, by }),
      choosePassword: (_userId, from, to) => Promise.resolve(this.#parts.choosePassword(from, to)),
    },
    sessions: {
      page: ({ userId, ...page }) =>
        Promise.resolve(
          pageNewestFirst(
            this.#allSessions().filter((session) => userId === undefined || session.userId === userId),
            ({ createdAt, sessionId }) => ({ createdAt: createdAt.toISOString(), id: sessionId }),
            page,
          ),
        ),
      end: (sessionId, userId) =>
        Promise.resolve(this.#endSessions((one) => one.sessionId === sessionId, userId) === 1),
      endAll: (userId) => Promise.resolve(this.#endSessions(() => true, userId)),
    },
    tokens: {
      page: ({ reach, ...page }) =>
        Promise.resolve(
          pageNewestFirst(
            [...this.tokens.values()].filter((token) => isReached(token, reach)),
            ({ createdAt, tokenId }) => ({ createdAt: createdAt.toISOString(), id: tokenId }),
            page,
          ),
        ),
      create: (wanted, creator) => {
        if (this.isFull) return Promise.reject(new Refusal('conflict', 'There are too many tokens. Revoke some.'));
        const tokenId = `tok_${String(this.tokens.size + 100).padStart(26, '0')}`;
        const origin =
          'userId' in creator
            ? { userId: creator.userId, ancestors: [] }
            : { userId: undefined, ancestors: [creator.tokenId] };
        const unset = { revokedAt: undefined, lastUsedAt: undefined, isSuspended: false };
        const made: ManagementToken = { ...wanted, ...origin, ...unset, tokenId, createdAt: this.#parts.now() };
        this.tokens.set(tokenId, made);
        return Promise.resolve({ ...made, token: TOKEN_TEXT });
      },
      revoke: (tokenId, reach) => {
        const token = this.tokens.get(tokenId);
        if (token === undefined || !isReached(token, reach)) return Promise.resolve(undefined);
        const revoked = { ...token, revokedAt: token.revokedAt ?? this.#parts.now() };
        this.tokens.set(tokenId, revoked);
        return Promise.resolve(revoked);
      },
    },
    audit: {
      list: (filter) => {
        this.auditFilters.push(filter);
        const keyOf = ({ at, auditId }: AuditEvent) => ({ createdAt: at.toISOString(), id: auditId });
        return Promise.resolve(
          pageNewestFirst(this.auditEvents, keyOf, { limit: filter.limit, after: filter.afterKey }),
        );
      },
    },
    subjectBindings: {
      bindByCredential: (_userId, { subjectId }) => Promise.resolve({ ...BOB, subjectId }),
      bindByName: (name, subjectId) => Promise.resolve({ ...BOB, name, subjectId }),
      unbind: (user) => this.#change('userId' in user ? user.userId : '', {}),
    },
    oneTimePasswords: {
      issue: () =>
        Promise.resolve({
          text: ONE_TIME_PASSWORD,
          passwordHash: `2 ${ONE_TIME_PASSWORD}`,
          oneTimeUntil: new Date('2026-03-02T12:00:00.000Z'),
        }),
    },
    loadCommonPasswords: () => Promise.resolve((text) => ['password', 'qwerty', 'dragon'].includes(text)),
  };

  #create(name: string, role: Role, oneTimeUntil: Date | undefined): Promise<ManagementUser> {
    if ([...this.users.values()].some((user) => user.name === name))
      return Promise.reject(new Refusal('conflict', `A user with the name ${name} already exists.`));
    const userId = `usr_${String(this.users.size + 100).padStart(26, '0')}`;
    const now = this.#parts.now();
    const user = { ...BOB, userId, name, role, oneTimeUntil, createdAt: now, passwordChangedAt: now };
    this.users.set(userId, user);
    return Promise.resolve(user);
  }

  #change(
    userId: string,
    change: Partial<ManagementUser>,
    { losesAdmin, by }: { losesAdmin: boolean; by?: string | undefined } = { losesAdmin: false },
  ): Promise<ManagementUser> {
    const user = this.users.get(userId);
    if (user === undefined) return Promise.reject(notFound('There is no user with this id.'));
    if (losesAdmin && this.isLastAdmin)
      return Promise.reject(new Refusal('conflict', `The user ${user.name} is the last admin.`));
    this.changedBy.push(by);
    const changed = { ...user, ...change };
    this.users.set(userId, changed);
    return Promise.resolve(changed);
  }

  #allSessions(): ListedSession[] {
    const own = [...this.#parts.sessions.values()].map(({ sessionId, userId, name, expiresAt }) => {
      const at = this.#parts.now();
      return { sessionId, userId, name, expiresAt, createdAt: at, lastUsedAt: at, network: undefined };
    });
    return [...own, ...this.otherSessions.values()];
  }

  #endSessions(isMeant: (session: ListedSession) => boolean, userId: string | undefined): number {
    const ended = this.#allSessions().filter(
      (session) => isMeant(session) && (userId === undefined || session.userId === userId),
    );
    for (const { sessionId } of ended) {
      this.otherSessions.delete(sessionId);
      for (const [text, session] of this.#parts.sessions)
        if (session.sessionId === sessionId) this.#parts.sessions.delete(text);
    }
    return ended.length;
  }
}

function isReached(token: ManagementToken, reach: TokenReach): boolean {
  if (reach === 'all') return true;
  if ('userId' in reach) return token.userId === reach.userId;
  return token.tokenId === reach.tokenId || token.ancestors.includes(reach.tokenId);
}
