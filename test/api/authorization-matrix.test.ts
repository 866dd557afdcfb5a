import { describe, expect, it } from 'vitest';
import { TruetallyProblemError } from '../../clients/typescript/errors.ts';
import {
  SECOND_APPLICATION_ID,
  demoId,
  NEXT_WORKSPACE_ID,
  ORGANIZATION_ID,
  SUBJECTS,
  WORKSPACE_ID,
} from '../../testing/api/demo-ids.ts';
import { makeQuestion, makeReceiptQuestion, makeView, MISSING_IDS } from '../../testing/api/answers.ts';
import type { CaseV1 } from '../../contracts/comparisons/case.ts';
import { putCase } from '../../testing/api/made-case.ts';
import { putComparison, putDecision, putSample, ACCEPTANCE_RULE } from '../../testing/api/made-comparison.ts';
import { putConnections } from '../../testing/api/made-connection.ts';
import { ENVIRONMENT_IDS, putRoute, MODEL_TARGET } from '../../testing/api/made-route.ts';
import { putService, putServiceCredential } from '../../testing/identities/made-service.ts';
import type { MatrixIds, MatrixOperation } from '../../testing/api/operations/matrix-operation.ts';
import { MATRIX_OPERATIONS } from '../../testing/api/operations/matrix-operations.ts';
import { makeSchedule, putItem, putOccurrence } from '../../testing/api/made-schedule.ts';
import { callerToken, type CallerName } from '../../testing/apps/demo-callers.ts';
import type { ApiAnswer, TestApi } from '../../testing/api/test-api.ts';

/**
 * The callers with a credential. Their access covers everything, everything except one action, everything except some
 * leaves, or another workspace.
 */
const MEMBERS = [
  'owner',
  'costless',
  'contentless',
  'narrow',
  'neighbour',
  'outsider',
] as const satisfies readonly CallerName[];
const UNACCEPTED = ['runtime', 'feedback', 'gateway', 'forged', 'nobody'] as const satisfies readonly CallerName[];

/** The ids of an environment of the workspace, with all its parents. */
const PATH = {
  app: ENVIRONMENT_IDS.applicationId,
  gw: ENVIRONMENT_IDS.gatewayId,
  env: ENVIRONMENT_IDS.environmentId,
};

async function prepared(): Promise<{ api: TestApi; there: MatrixIds }> {
  const recipients = [SUBJECTS.costless, SUBJECTS.contentless];
  const made = await makeSchedule({
    report: { body: { recipient_subject_ids: [...recipients, SUBJECTS.narrow, SUBJECTS.neighbour] } },
    body: { recipient_subject_ids: recipients },
  });
  const { api, view, at, schedule } = made;
  const { occurrence_id: occurrence } = putOccurrence(made, { state: 'missed' });
  const { delivery_id: delivery } = putItem(made, 'owner');
  const { route_id: route } = putRoute(api.plane.comparing);
  const [{ case_id: madeCase }] = [1, 2].map((number) => putCase(api.plane.comparing, number)) as [CaseV1, CaseV1];
  const { comparison_id: comparison } = putComparison(api.plane.comparing);
  putConnections(api.plane.comparing);
  const { sample_id: sample } = putSample(api.plane.comparing);
  const toPlan = { sample_id: sample, candidate: MODEL_TARGET, acceptance_rule: ACCEPTANCE_RULE };
  const planned = await api.client('owner', ENVIRONMENT_IDS).comparisons.runs.preflight(comparison, toPlan);
  const comparisonRun = planned.data.run_id;
  const { decision_id: comparisonDecision } = putDecision(api.plane.comparing, comparisonRun);
  const { service_id: service } = putService(api.plane.identities);
  const { credential_id: serviceCredential, operation_id: credentialOperation } = putServiceCredential(
    api.plane.identities,
  );
  const personal = (await api.client().savedViews.create(makeView({ audience: 'personal' }))).data.id;
  const [report, run] = at;
  const ids = { view: view.id, personal, report, run, schedule: schedule.schedule_id, occurrence, delivery };
  return {
    api,
    there: {
      org: ORGANIZATION_ID,
      ws: WORKSPACE_ID,
      ...ids,
      route,
      case: madeCase,
      comparison,
      sample,
      comparisonRun,
      comparisonDecision,
      service,
      serviceCredential,
      credentialOperation,
      ...PATH,
    },
  };
}

/** Ids of resources that do not exist. */
const gone: MatrixIds = {
  org: ORGANIZATION_ID,
  ws: demoId('workspace', 77),
  personal: MISSING_IDS.view,
  ...MISSING_IDS,
  ...PATH,
};

/**
 * The headers that differ between answers to equal requests: the id, the time, and the number of remaining requests.
 */
const ITS_OWN: readonly string[] = ['x-request-id', 'date', 'ratelimit'];

/** The complete answer, byte for byte, without the parts that differ between equal requests. */
function answerText({ status, headers, body }: ApiAnswer): string {
  const kept = Object.entries(headers).filter(([name]) => !ITS_OWN.includes(name));
  return JSON.stringify([status, kept, { ...body, request_id: '' }]);
}

/** The answer to a caller, including refusals. */
async function answerTo(api: TestApi, call: Promise<unknown>): Promise<ApiAnswer> {
  await call.catch((error: unknown) => {
    if (!(error instanceof TruetallyProblemError)) throw error;
  });
  return api.answered.at(-1)!;
}

const ask = ({ send }: MatrixOperation, api: TestApi, as: CallerName, ids: MatrixIds): Promise<ApiAnswer> => {
  const within = { applicationId: ids.app, gatewayId: ids.gw, environmentId: ids.env };
  return answerTo(api, send(api.client(as, { organizationId: ids.org, workspaceId: ids.ws, ...within }), ids));
};

describe.each(MATRIX_OPERATIONS)('$name', (operation) => {
  it('answers each member with its status', async () => {
    const statuses: Record<string, number> = {};
    let world: Awaited<ReturnType<typeof prepared>> | undefined;
    for (const as of MEMBERS) {
      world ??= await prepared();
      const { status } = await ask(operation, world.api, as, world.there);
      statuses[as] = status;
      // A refused request changes nothing, so the next request has the same world.
      if (status < 400) world = undefined;
    }
    expect(statuses).toEqual(Object.fromEntries(MEMBERS.map((as, index) => [as, operation.expected[index]])));
  });

  it('conceals forbidden resources with the same answer as missing ones', async () => {
    const { api, there } = await prepared();
    const concealed = MEMBERS.filter(
      (who, index) => operation.expected[index] === 404 && operation.explainedTo?.includes(who) !== true,
    );
    for (const as of concealed) {
      const expected = answerText(await ask(operation, api, as, there));
      for (const ids of [gone, { ...there, org: demoId('organization', 77) }]) {
        expect(answerText(await ask(operation, api, as, ids)), as).toBe(expected);
      }
      // The answer also equals the answer for a caller who may see everything.
      expect(answerText(await ask(operation, api, 'owner', { ...gone, org: demoId('organization', 77) })), as).toBe(
        expected,
      );
    }
    expect(concealed).toContain('outsider');
  });

  it('refuses without any other information', async () => {
    const { api, there } = await prepared();
    const before = api.plane.written();
    for (const [index, as] of MEMBERS.entries()) {
      if (operation.expected[index] !== 403) continue;
      const { body } = await ask(operation, api, as, there);
      expect(body).toMatchObject({ type: 'forbidden', next_action: 'refresh_access' });
    }
    expect(api.plane.written()).toBe(before);
  });

  it('answers 401 in the same way to all refused keys of one prefix, for existing and missing resources', async () => {
    const { api, there } = await prepared();
    const texts = new Map<CallerName, string>();
    for (const as of UNACCEPTED) {
      const answer = await ask(operation, api, as, there);
      expect([answer.status, answer.body['type']], as).toEqual([401, 'unauthorized']);
      texts.set(as, answerText(answer));
      expect(answerText(await ask(operation, api, as, gone)), as).toBe(texts.get(as));
    }
    // A runtime key in force and a text of the same form get the same explanation, because it depends only on the
    // prefix.
    expect(texts.get('feedback')).toBe(texts.get('runtime'));
    api.plane.tokens.delete(callerToken('runtime'));
    expect(answerText(await ask(operation, api, 'runtime', there))).toBe(texts.get('runtime'));
    expect(api.asked).toEqual([]);
  });
});

describe('the access that the reader gets for a caller', () => {
  const inside = { mayReadCost: true, mayReadContent: true, mayReadDimensions: true };
  it.each<[CallerName, typeof inside, number]>([
    ['owner', inside, 3],
    ['costless', { ...inside, mayReadCost: false }, 3],
    ['contentless', { ...inside, mayReadContent: false }, 3],
    ['narrow', { ...inside, mayReadContent: false, mayReadDimensions: false }, 2],
    ['analyst', { mayReadCost: false, mayReadContent: false, mayReadDimensions: false }, 3],
  ])(
    '%s: exactly the actions and leaves of its bindings, for any opener and any author of the view',
    async (as, may, leaves) => {
      const { api, there } = await prepared();
      const { insights, savedViews } = api.client(as);
      await insights.query(makeQuestion());
      await savedViews.open(there.view);
      await insights.receipt(makeReceiptQuestion());
      const scopes = [...api.asked, ...api.receiptsAsked].map(({ scope }) => scope);
      expect(scopes).toHaveLength(3);
      for (const { environmentIds, ...scope } of scopes) {
        expect(scope).toEqual({
          subjectId: SUBJECTS[as as keyof typeof SUBJECTS],
          authorityEpoch: '1',
          organizationId: ORGANIZATION_ID,
          workspaceId: WORKSPACE_ID,
          ...may,
        });
        expect(environmentIds).toHaveLength(leaves);
      }
    },
  );

  it('refuses an application outside its access and a missing application with the same text', async () => {
    const texts: string[] = [];
    for (const application of [SECOND_APPLICATION_ID, demoId('application', 8), demoId('application', 77)]) {
      const { api } = await prepared();
      const { insights, savedViews } = api.client('narrow');
      const scope = { application_ids: [application] };
      const asked = await answerTo(api, insights.query(makeQuestion({ scope })));
      expect(asked.status).toBe(403);
      texts.push(answerText(asked));
      const saved = await api.client().savedViews.create(makeView({ query: { ...makeView().query, scope } }));
      expect(answerText(await answerTo(api, savedViews.open(saved.data.id)))).toBe(texts[0]);
      expect(api.asked).toEqual([]);
    }
    expect(new Set(texts).size).toBe(1);
  });

  it('serves a workspace of the same organization to its members only', async () => {
    const { api } = await prepared();
    const place = { organizationId: ORGANIZATION_ID, workspaceId: NEXT_WORKSPACE_ID };
    const statuses: number[] = [];
    for (const as of MEMBERS) {
      statuses.push((await answerTo(api, api.client(as, place).insights.query(makeQuestion()))).status);
    }
    expect(statuses).toEqual([200, 404, 404, 404, 200, 404]);
  });
});
