import { pino } from 'pino';
import { Type } from 'typebox';
import type { FramePorts } from '../../api/ports/frame-ports.ts';
import { createLaneApp } from '../../api/frame/lane-app.ts';
import type { Lane } from '../../api/frame/lane/lane.ts';
import type { OperationRoute } from '../../api/frame/operations/operation-handler.ts';
import { registerOperation } from '../../api/frame/operations/register-operation.ts';
import type { LaneDescription } from '../../api/frame/plugins/openapi-plugin.ts';
import type { ApiApp } from '../../api/frame/api-app.ts';
import { envelopeSchema } from '../../contracts/wire/envelope.ts';
import type { Operation } from '../../contracts/wire/operations/operation.ts';
import { BUILD_VERSION } from '../../runtime/telemetry/read-build-version.ts';
import { newId } from '../../store/postgres/new-id.ts';
import { FakeAudit } from '../fakes/audit.ts';
import { openApps } from './open-apps.ts';

const LIMITS = {
  requestsPerCredential: 1_000_000,
  requestsPerAddress: 1_000_000,
  connectionsPerAddress: 5_000,
  trustedProxies: [],
};

const DESCRIPTION: LaneDescription = {
  title: 'Tests',
  description: 'Of tests.',
  version: '1',
  tags: [],
  securitySchemes: {
    bearer: { type: 'http', scheme: 'bearer' },
    session: { type: 'apiKey', in: 'cookie', name: 'session' },
  },
};

/** An invented operation: by default, a read of `/things`. */
export function makeRoute(change: Partial<OperationRoute> = {}, declared: object = {}): OperationRoute {
  const operation = {
    method: 'GET',
    path: '/things',
    success: 200,
    answer: envelopeSchema('thing', Type.Object({})),
    effect: 'read',
    refusals: [],
    tag: 'things',
    summary: 'Read things',
    description: 'Of a test.',
    ...declared,
  } as Operation;
  return { name: 'tests.things.get', operation, onRequest: [], answer: () => ({ data: {} }), ...change };
}

/** The frame ports of an application in tests, for any lane. */
export function createTestFrame(limits: Partial<typeof LIMITS> = {}): FramePorts {
  return {
    build: { version: BUILD_VERSION, commit: null },
    clock: { now: () => new Date('2026-03-01T12:00:00.000Z') },
    newId,
    audit: new FakeAudit().port,
    limits: { ...LIMITS, ...limits },
    isStoreUnavailable: () => false,
    logger: pino({ level: 'silent' }),
  };
}

/** Creates an application of the lane with the operations of a test. */
export function createTestLane(
  lane: Lane,
  routes: readonly OperationRoute[],
  limits: Partial<typeof LIMITS> = {},
): ApiApp {
  const app = createLaneApp(createTestFrame(limits), {
    lane,
    description: DESCRIPTION,
    callerOf: () => ({}),
    register: (scope) => routes.forEach((route) => registerOperation(scope, route)),
  });
  openApps.add(app);
  return app;
}
