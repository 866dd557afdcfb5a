import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import {
  CachePreviewQuerySchema,
  CachePurgeSchema,
  type CachePurge,
} from '../../contracts/gateway/cache-administration.ts';
import { DisagreementQuerySchema } from '../../contracts/judges/judge-evidence.ts';
import { FailureQuerySchema } from '../../contracts/judges/judge-failures.ts';
import { OtlpEvaluationsBodySchema } from '../../contracts/judges/otel/otlp-evaluations.ts';
import { OutcomeBatchSchema, type OutcomeBatch } from '../../contracts/judges/outcome-batch.ts';
import { LoginSchema } from '../../contracts/management/login.ts';
import { MANAGEMENT_OPERATIONS } from '../../contracts/management/operations.ts';
import type { ManagementSessionStore } from '../../store/management/management-session-store.ts';
import type { FramePorts } from '../ports/frame-ports.ts';
import { createLaneApp } from '../frame/lane-app.ts';
import type { OperationRoute } from '../frame/operations/operation-handler.ts';
import { registerOperation } from '../frame/operations/register-operation.ts';
import type { RequestHook } from '../frame/access/entrance.ts';
import { registerTraffic } from '../frame/operations/register-traffic.ts';
import type { ApiApp } from '../frame/route-context.ts';
import { createByteBudget } from '../frame/transport/byte-budget.ts';
import {
  AnnotationClaimSchema,
  AnnotationReleaseSchema,
  type AnnotationClaim,
  type AnnotationRelease,
} from '../../contracts/judges/annotation-queue.ts';
import { claimRows } from './annotation/claim-rows.ts';
import { requireClaimable, requireQueue, type AnnotationPorts } from './annotation/require-queue.ts';
import { readProgress } from './annotation/read-progress.ts';
import { releaseRows } from './annotation/release-rows.ts';
import { requireCache, type CachePorts } from './cache/cache-ports.ts';
import { purgeCache } from './cache/purge-cache.ts';
import { readCacheEvidence } from './cache/read-cache-evidence.ts';
import { readCachePreview } from './cache/read-cache-preview.ts';
import { readCacheStats } from './cache/read-cache-stats.ts';
import { createManagementAccess, type CredentialPorts } from './access/management-access.ts';
import { credentialOf } from './access/management-caller.ts';
import { requireOwnPage } from './access/require-own-page.ts';
import { createSignIn, type SignInPorts } from './access/sign-in.ts';
import { MANAGEMENT_LANE } from './lane.ts';
import type { JudgePorts } from './judges/judge-ports.ts';
import { listDisagreements } from './judges/list-disagreements.ts';
import { listFailures } from './judges/list-failures.ts';
import { listJudges } from './judges/list-judges.ts';
import { readJudgeHistory } from './judges/read-judge-history.ts';
import { readPassRate } from './judges/read-pass-rate.ts';
import { logIn } from './log-in.ts';
import { logOut } from './log-out.ts';
import { MANAGEMENT_DESCRIPTION } from './management-description.ts';
import { readCapabilities } from './read-capabilities.ts';
import { keepOutcomes, type OutcomePorts } from './outcomes/keep-outcomes.ts';
import { requireOtelIngest, sendOtelOutcomes } from './outcomes/send-otel-outcomes.ts';
import { readMe } from './read-me.ts';
import { registerProblems } from './register-problems.ts';

export interface ManagementPorts
  extends FramePorts, CredentialPorts, SignInPorts, OutcomePorts, JudgePorts, AnnotationPorts, CachePorts {
  readonly evals: OutcomePorts['evals'] & AnnotationPorts['evals'];
  readonly sessions: ManagementSessionStore;
}

/** What compressed bodies may take in memory, all of them together: outcomes are few beside traffic. */
const BYTES_IN_HAND = 67_108_864;

/** What an operation has beside its declaration. */
type ManagementRoute = Pick<OperationRoute, 'answer'> &
  Partial<OperationRoute> & {
    /** Set of what goes into the journal: refused while that takes no more. */
    readonly isKept?: true;
    /** Whether the deployment serves it: said to those who may ask, before anything is read. */
    readonly gate?: RequestHook;
  };

type OperationName = keyof typeof MANAGEMENT_OPERATIONS;

/** The judge that a path names. */
const subjectIn = ({ params }: FastifyRequest): string => (params as { subject: string }).subject;

/** Reads of judges. */
function judgeRoutes(
  ports: JudgePorts,
): Record<Extract<OperationName, `management.judges.${string}`>, ManagementRoute> {
  return {
    'management.judges.list': { answer: () => listJudges(ports) },
    'management.judges.history': {
      answer: (request) => readJudgeHistory(ports, subjectIn(request)),
    },
    'management.judges.disagreements': {
      query: DisagreementQuerySchema,
      answer: (request) => {
        const { limit = 20 } = request.query as Static<typeof DisagreementQuerySchema>;
        return listDisagreements(ports, subjectIn(request), limit);
      },
    },
    'management.judges.failures': {
      query: FailureQuerySchema,
      answer: (request) => {
        const { limit = 20 } = request.query as Static<typeof FailureQuerySchema>;
        return listFailures(ports, subjectIn(request), limit);
      },
    },
    'management.judges.pass_rate': { answer: (request) => readPassRate(ports, subjectIn(request)) },
  };
}

/** The administration of the cache. A purge looks for it itself, so that each of them has a row of its own in the audit. */
function cacheRoutes(ports: CachePorts): Record<Extract<OperationName, `management.cache.${string}`>, ManagementRoute> {
  const gate = (): Promise<void> =>
    Promise.resolve(ports)
      .then(requireCache)
      .then(() => undefined);
  return {
    'management.cache.stats': { gate, answer: () => readCacheStats(ports) },
    'management.cache.evidence': { gate, answer: () => readCacheEvidence(ports) },
    'management.cache.preview': {
      gate,
      query: CachePreviewQuerySchema,
      answer: (request) => {
        const { since = '30d' } = request.query as Static<typeof CachePreviewQuerySchema>;
        return readCachePreview(ports, since);
      },
    },
    'management.cache.purge': {
      body: CachePurgeSchema,
      answer: (request) => purgeCache(ports, request.body as CachePurge),
    },
  };
}

/** The management plane over its ports. */
export function createManagementApp(ports: ManagementPorts): ApiApp {
  const access = createManagementAccess(ports);
  const signIn = createSignIn(ports);
  const { caller } = access;
  const routes: Record<OperationName, ManagementRoute> = {
    'management.capabilities.get': { answer: readCapabilities },
    'management.me.get': { answer: (request) => readMe(caller.of(request)) },
    'management.login': {
      onRequest: [
        (request) => {
          requireOwnPage(request);
          return Promise.resolve();
        },
      ],
      body: LoginSchema,
      admit: signIn.admit,
      answer: (request, reply) => logIn(ports, signIn, request, reply),
    },
    'management.logout': {
      answer: (request, reply) => logOut(ports.sessions, caller.of(request), request, reply),
    },
    'management.outcomes.send': {
      isKept: true,
      body: OutcomeBatchSchema,
      answer: (request) => keepOutcomes(ports, caller.of(request), (request.body as OutcomeBatch).outcomes, 'native'),
    },
    'management.annotation_queue.claim': {
      gate: () => requireClaimable(ports),
      body: AnnotationClaimSchema,
      answer: (request) => claimRows(ports, caller.of(request), request.body as AnnotationClaim),
    },
    'management.annotation_queue.release': {
      gate: () => requireQueue(ports),
      body: AnnotationReleaseSchema,
      answer: (request) => releaseRows(ports, caller.of(request), request.body as AnnotationRelease),
    },
    'management.annotation_queue.progress': {
      gate: () => requireQueue(ports),
      answer: () => readProgress(ports),
    },
    'management.outcomes.send_otel': {
      isKept: true,
      gate: () => requireOtelIngest(ports),
      media: { 'application/json': { schema: OtlpEvaluationsBodySchema } },
      answer: (request) => sendOtelOutcomes(ports, caller.of(request), request),
    },
    ...judgeRoutes(ports),
    ...cacheRoutes(ports),
  };
  return createLaneApp(ports, {
    lane: MANAGEMENT_LANE,
    description: MANAGEMENT_DESCRIPTION,
    callerOf(request) {
      const found = caller.find(request);
      if (found === undefined) {
        const userId = signIn.signedIn.find(request)?.userId;
        return userId === undefined ? {} : { subjectId: userId };
      }
      const user = 'session' in found && { subjectId: found.session.userId };
      return { ...user, credentialId: credentialOf(found) };
    },
    register: (app) => {
      registerProblems(app);
      const budget = createByteBudget(BYTES_IN_HAND);
      for (const name of Object.keys(routes) as OperationName[]) {
        const operation = MANAGEMENT_OPERATIONS[name];
        const { isKept, gate, ...route } = routes[name];
        const onRequest = [...('access' in operation ? access.require(operation.access) : []), ...(gate ? [gate] : [])];
        const whole = { name, operation, onRequest, ...route };
        if (isKept) registerTraffic(app, whole, { ...(ports.traffic && { traffic: ports.traffic }), budget });
        else registerOperation(app, whole);
      }
    },
  });
}
