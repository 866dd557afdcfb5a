import { Registry } from 'prom-client';
import { createDecisionMetrics } from '../../api/metrics/decision-metrics.ts';
import { createOutcomeMetrics } from '../../api/metrics/outcome-metrics.ts';
import { createManagementApp } from '../../api/composition/management-app.ts';
import { createSignOnAttempts } from '../../api/management/sign-on/sign-on-attempts.ts';
import type { ManagementPorts } from '../../api/management/ports/management-ports.ts';
import type { LoginOutcome } from '../../domain/management/login-outcomes.ts';
import type { ApiApp } from '../../api/frame/api-app.ts';
import type { ContentSelection } from '../../contracts/ingest/events/captured-content.ts';
import type { OutcomeRequest } from '../../contracts/judges/accept-outcome.ts';
import type { Backpressure } from '../../journal/source/journal.ts';
import type { ConfigurationText } from '../../domain/installation/running-configuration.ts';
import type { AccessChange } from '../../domain/management/access-changes.ts';
import type { Role } from '../../domain/management/roles.ts';
import type { ManagementSession } from '../../store/management/management-session-store.ts';
import type { ManagementToken } from '../../store/management/token-rows.ts';
import { FakeAccessAdministration } from '../fakes/access-administration.ts';
import { FakeAnnotation } from '../fakes/annotation.ts';
import { FakeCache } from '../fakes/cache.ts';
import { FakeAudit } from '../fakes/audit.ts';
import { FakeDecisions } from '../journal/fake-decisions.ts';
import { FakeFleet } from '../fakes/fleet.ts';
import { FakeGovernanceRefusals } from '../fakes/governance-refusals.ts';
import { FakeInstallation } from '../fakes/installation.ts';
import { FakeLimitUses } from '../fakes/limit-uses.ts';
import { FakeSignOn } from '../fakes/sign-on.ts';
import { FakeVirtualKeys } from '../fakes/virtual-keys.ts';
import { judgeSources, newestOfEach, newJudgeState, type JudgeState } from '../judges/judge-sources.ts';
import { createQualityFakes, experimentSourcesOf, type QualityFakes } from '../quality/quality-fakes.ts';
import { createTestFrame } from './test-lane.ts';
import { openApps } from './open-apps.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');

/** The token whose text is `known`. */
export const TOKEN: ManagementToken = {
  tokenId: 'tok_00000000000000000000000001',
  label: 'ci',
  role: 'viewer',
  scopes: ['evals:read'],
  createdAt: new Date('2026-03-01T00:00:00.000Z'),
  expiresAt: new Date('2026-04-01T00:00:00.000Z'),
  revokedAt: undefined,
  lastUsedAt: undefined,
  userId: undefined,
  ancestors: [],
  isSuspended: false,
};

/** The user `ada`, whose password is `correct horse battery`. */
export const ADA = {
  userId: 'usr_00000000000000000000000001',
  name: 'ada',
  password: 'correct horse battery',
} as const;

/** The key of every fixture, which signs cursors and cookies of sign-ons. */
const INSTALLATION_KEY = new Uint8Array(32);

const BEGUN = createSignOnAttempts(INSTALLATION_KEY).begin(NOW);

/** A sign-on that has begun: the answer of the provider, and the cookie that the browser sends with it. */
export const SIGN_ON = {
  attempt: BEGUN.attempt,
  body: { code: 'good', state: BEGUN.attempt.state },
  headers: { cookie: `truetally_sign_on=${BEGUN.cookie}` },
} as const;

/** The management key of a subject of the customer lane, and the subject. */
export const SUBJECT_KEY = 'ttm_known';
export const ACTING_SUBJECT_ID = 'sub_00000000000000000000000001';

/** A management plane with one token and one user, over ports in memory. */
export interface ManagementFixture extends JudgeState, QualityFakes {
  readonly app: ApiApp;
  readonly audit: FakeAudit;
  /** The outcomes of login attempts, oldest first. */
  readonly logins: LoginOutcome[];
  /** The counted changes of access, oldest first. */
  readonly accessChanges: AccessChange[];
  readonly accessAdministration: FakeAccessAdministration;
  /** The present sessions, by their tokens. */
  readonly sessions: Map<string, ManagementSession>;
  /** The present time. */
  now: Date;
  /** The fake hash of the password of `ada`: the number of its parameters, followed by the password. */
  hash: string | undefined;
  /** True if too many passwords are being hashed. */
  isBusy: boolean;
  /** Milliseconds for which the limits of login attempts are exhausted; undefined while attempts are possible. */
  retryAfterMs: number | undefined;
  /** The present counts, by the key of each limit. */
  readonly counted: Map<string, number>;
  /** The error of look-ups of tokens and users; undefined while they work. */
  fault: Error | undefined;
  /** The requests to which outcomes may refer. */
  readonly requests: OutcomeRequest[];
  /** The ids of outcomes that were received before with different content. */
  readonly contradicted: Set<string>;
  /** The lines of the journal. */
  readonly lines: string[];
  /** The reason why the journal accepts no lines; undefined if it accepts them. */
  backpressure: Backpressure | undefined;
  /** True if writing into the journal fails. */
  isJournalBroken: boolean;
  /** True if the configuration enables outcomes of OpenTelemetry. */
  otelIngest: boolean;
  /** True if the configuration enables the annotation queue. */
  annotationQueue: boolean;
  /** The content that the configuration captures. */
  wanted: ContentSelection;
  readonly annotation: FakeAnnotation;
  readonly cache: FakeCache;
  readonly fleet: FakeFleet;
  readonly governanceRefusals: FakeGovernanceRefusals;
  readonly decisions: FakeDecisions;
  readonly installation: FakeInstallation;
  readonly virtualKeys: FakeVirtualKeys;
  readonly limitUses: FakeLimitUses;
  readonly signOn: FakeSignOn;
  /** The outcomes of sign-ons and of confirmations, oldest first. */
  readonly signOnOutcomes: string[];
  /** The configuration file of the API process; undefined if it has none. */
  configurationFile: ConfigurationText | undefined;
  /** The registry that counts outcomes and claims. */
  readonly registry: Registry;
}

export interface ManagementChanges {
  readonly token?: Partial<ManagementToken>;
  /** The text of the token; `known` by default. */
  readonly tokenText?: string;
  readonly role?: Role;
  readonly limits?: Parameters<typeof createTestFrame>[0];
  readonly isKnownNetwork?: boolean;
  /** True if `ada` has a one-time password. */
  readonly mustChangePassword?: boolean;
  /** True for a deployment without ClickHouse. */
  readonly isWithoutFacts?: boolean;
  readonly largeBodies?: ManagementPorts['largeBodies'];
}

export function createManagementFixture(changes: ManagementChanges = {}): ManagementFixture {
  const {
    token,
    tokenText = 'known',
    role = 'operator',
    limits,
    isKnownNetwork = false,
    isWithoutFacts = false,
    largeBodies,
  } = changes;
  let { mustChangePassword = false } = changes;
  const audit = new FakeAudit();
  const standing = () => newestOfEach(state.validations);
  const state: Omit<ManagementFixture, 'app'> = {
    audit,
    logins: [],
    accessChanges: [],
    accessAdministration: new FakeAccessAdministration({
      now: () => NOW,
      get sessions() {
        return state.sessions;
      },
      choosePassword(from, to) {
        if (state.hash !== from) return false;
        state.hash = to;
        state.sessions.clear();
        mustChangePassword = false;
        return true;
      },
    }),
    sessions: new Map(),
    now: NOW,
    hash: `2 ${ADA.password}`,
    isBusy: false,
    retryAfterMs: undefined,
    counted: new Map(),
    fault: undefined,
    requests: [],
    contradicted: new Set(),
    lines: [],
    backpressure: undefined,
    isJournalBroken: false,
    otelIngest: true,
    ...newJudgeState(),
    annotationQueue: true,
    wanted: { request: true, response: true },
    annotation: new FakeAnnotation(),
    cache: new FakeCache(),
    ...createQualityFakes(() => state.now, standing),
    fleet: new FakeFleet(),
    governanceRefusals: new FakeGovernanceRefusals(),
    decisions: new FakeDecisions(),
    installation: new FakeInstallation(),
    virtualKeys: new FakeVirtualKeys(() => NOW),
    limitUses: new FakeLimitUses(),
    signOn: new FakeSignOn({
      now: () => state.now,
      get sessions() {
        return state.sessions;
      },
    }),
    signOnOutcomes: [],
    configurationFile: { digest: `sha256:${'c'.repeat(64)}`, text: 'mode: ledger\n', redactions: 0 },
    registry: new Registry(),
  };
  const orFault = <Found>(found: Found): Promise<Found> =>
    state.fault === undefined ? Promise.resolve(found) : Promise.reject(state.fault);
  const count = (key: string, by: number): void => void state.counted.set(key, (state.counted.get(key) ?? 0) + by);
  const ports: ManagementPorts = {
    ...createTestFrame(limits),
    installationKey: INSTALLATION_KEY,
    clock: { now: () => state.now },
    audit: audit.port,
    tokens: {
      resolve: (text) => orFault(text === tokenText ? { ...TOKEN, ...token } : undefined),
    },
    users: {
      findForLogin: (name) =>
        orFault(
          name === ADA.name && state.hash !== undefined
            ? { userId: ADA.userId, passwordHash: state.hash, isKnownNetwork }
            : undefined,
        ),
      rehash(_userId, from, to) {
        if (state.hash === from) state.hash = to;
        return Promise.resolve();
      },
    },
    sessions: {
      start({ userId, passwordHash }) {
        if (passwordHash !== state.hash) return Promise.resolve(undefined);
        const number = state.sessions.size + 1;
        const sessionId = `tok_${(number + 9).toString(16).padStart(26, '0')}`;
        const expiresAt = new Date('2026-03-02T00:00:00.000Z');
        const session = { sessionId, userId, name: ADA.name, role, mustChangePassword, expiresAt };
        state.sessions.set(`session-${number}`, session);
        return Promise.resolve({ ...session, token: `session-${number}` });
      },
      resolve: (text) => Promise.resolve(state.sessions.get(text)),
      end(sessionId) {
        for (const [text, session] of state.sessions) if (session.sessionId === sessionId) state.sessions.delete(text);
        return Promise.resolve();
      },
    },
    passwords: {
      isBusy: () => state.isBusy,
      hash: (password) => Promise.resolve(`2 ${password}`),
      matches: (hash, password) => Promise.resolve(hash?.slice(2) === password),
      isOutdated: (hash) => Promise.resolve(!hash.startsWith('2 ')),
    },
    loginLimits: {
      count(held) {
        if (state.retryAfterMs !== undefined) return Promise.resolve({ retryAfterMs: state.retryAfterMs });
        for (const { key } of held) count(key, 1);
        return Promise.resolve(undefined);
      },
      takeBack(held) {
        for (const { key } of held) count(key, -1);
        return Promise.resolve();
      },
    },
    outcomeMetrics: createOutcomeMetrics(state.registry),
    decisions: state.decisions.feed,
    decisionMetrics: createDecisionMetrics(state.registry),
    monotonicMs: () => state.decisions.nowMs,
    ...(largeBodies && { largeBodies }),
    onLogin: (outcome) => state.logins.push(outcome),
    accessAdministration: state.accessAdministration.ports,
    onAccessChange: (change) => state.accessChanges.push(change),
    credentials: {
      resolve: (text) =>
        orFault(
          text === SUBJECT_KEY
            ? {
                credentialId: 'cred_00000000000000000000000001',
                subjectId: ACTING_SUBJECT_ID,
                class: 'management' as const,
              }
            : undefined,
        ),
    },
    get signOn() {
      return state.signOn.sources;
    },
    onSignOn: (outcome) => state.signOnOutcomes.push(outcome),
    onConfirmation: (outcome) => state.signOnOutcomes.push(outcome),
    ...(!isWithoutFacts && {
      judges: judgeSources(state),
      outcomeLookups: {
        findRequests: (ids: readonly string[]) =>
          Promise.resolve(state.requests.filter(({ logical_request_id: id }) => ids.includes(id))),
        findDesigns: (labels) => state.annotation.leases.designs(labels),
        findConflicts: (outcomes) =>
          Promise.resolve(
            new Set([...outcomes.keys()].filter((at) => state.contradicted.has(outcomes[at]!.outcome_id))),
          ),
      },
      governanceRefusals: state.governanceRefusals.sources,
      datasets: state.datasets.sources,
      findCandidates: state.annotation.findCandidates,
      countLabels: () => Promise.resolve(new Map([['grace', 2]])),
    }),
    evals: {
      get otelIngest() {
        return state.otelIngest;
      },
      get annotationQueue() {
        return state.annotationQueue;
      },
    },
    annotationLeases: state.annotation.leases,
    qualityWorkspaces: state.datasets.workspaces,
    virtualKeys: state.virtualKeys.store,
    get limitUses() {
      return state.limitUses.sources;
    },
    fleet: state.fleet.store,
    installation: state.installation.ports,
    get ownConfiguration() {
      return { processName: 'api-1', running: { loadedAt: NOW, file: state.configurationFile } };
    },
    get cache() {
      return state.cache.sources;
    },
    get qualityReads() {
      return isWithoutFacts ? undefined : state.qualityReads.sources;
    },
    get calibrations() {
      return state.calibrations.sources(!isWithoutFacts);
    },
    get experiments() {
      return experimentSourcesOf(state, standing);
    },
    get contents() {
      return { ...state.annotation.contents, wanted: state.wanted };
    },
    traffic: {
      backpressure: () => Promise.resolve(state.backpressure),
      hasRoom: () => true,
      append(lines) {
        if (state.isJournalBroken) return Promise.reject(new Error('The disk is gone.'));
        state.lines.push(...lines);
        return Promise.resolve();
      },
    },
  };
  const app = createManagementApp(ports);
  openApps.add(app);
  return Object.assign(state, { app });
}

/** Logs `ada` in, and returns the header that a browser then sends. */
export async function logInAsAda({ app }: Pick<ManagementFixture, 'app'>): Promise<{ cookie: string }> {
  const answer = await app.inject({
    method: 'POST',
    url: '/tt/api/v1/login',
    payload: { name: ADA.name, password: ADA.password },
  });
  return { cookie: String(answer.headers['set-cookie']).split(';')[0]! };
}
