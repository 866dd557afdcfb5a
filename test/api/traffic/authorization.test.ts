import { describe, expect, it } from 'vitest';
import { TruetallyProblemError } from '../../../clients/typescript/errors.ts';
import {
  FIRST_APPLICATION_ID,
  demoId,
  NEXT_WORKSPACE_ID,
  ORGANIZATION_ID,
  WORKSPACE_ID,
} from '../../../testing/api/demo-ids.ts';
import { makeAdmission } from '../../../testing/api/made-traffic.ts';
import type { CallerName } from '../../../testing/apps/demo-callers.ts';
import { type ApiAnswer, TestApi } from '../../../testing/api/test-api.ts';

const PEOPLE = ['owner', 'analyst', 'narrow', 'neighbour', 'stranger', 'deployer', 'outsider'] as const;
const UNACCEPTED = ['runtime', 'feedback', 'forged', 'nobody'] as const;

/**
 * The headers that differ between answers to equal requests: the id, the time, and the number of remaining requests.
 */
const ITS_OWN: readonly string[] = ['x-request-id', 'date', 'ratelimit'];

/** The complete answer, byte for byte, without the parts that differ between equal requests. */
function answerText({ status, headers, body }: ApiAnswer): string {
  const kept = Object.entries(headers).filter(([name]) => !ITS_OWN.includes(name));
  return JSON.stringify([status, kept, { ...body, request_id: '' }]);
}

async function answerTo(api: TestApi, call: Promise<unknown>): Promise<ApiAnswer> {
  await call.catch((error: unknown) => {
    if (!(error instanceof TruetallyProblemError)) throw error;
  });
  return api.answered.at(-1)!;
}

describe('customer.traffic.send', () => {
  const ENVIRONMENT = demoId('environment', 1);
  const HERE = {
    organizationId: ORGANIZATION_ID,
    workspaceId: WORKSPACE_ID,
    applicationId: FIRST_APPLICATION_ID,
    gatewayId: demoId('gateway', 1),
    environmentId: ENVIRONMENT,
  };
  const send = (api: TestApi, as: CallerName, place: Partial<typeof HERE> = {}) =>
    answerTo(api, api.client(as, { ...HERE, ...place }).traffic.send([makeAdmission()]));

  it('accepts the traffic of an environment with its own credential, and not with a person’s', async () => {
    const api = new TestApi();
    const texts = new Map<CallerName, string>();
    for (const as of [...PEOPLE, ...UNACCEPTED, 'gateway'] as const) {
      const answer = await send(api, as);
      expect(answer.status, as).toBe(as === 'gateway' ? 200 : 401);
      texts.set(as, answerText(answer));
    }
    // All people get the same sentence, with any permissions. Keys with the prefix of runtime keys get another
    // sentence.
    expect(new Set(PEOPLE.map((as) => texts.get(as)))).toEqual(new Set([texts.get('forged')]));
    expect(texts.get('runtime')).toBe(texts.get('feedback'));
    expect(api.journal.events().map((event) => event['scope'])).toEqual([
      {
        organization_id: ORGANIZATION_ID,
        workspace_id: WORKSPACE_ID,
        application_id: FIRST_APPLICATION_ID,
        gateway_id: demoId('gateway', 1),
        environment_id: ENVIRONMENT,
      },
    ]);
  });

  it('conceals every other environment with the text for a missing one', async () => {
    const api = new TestApi();
    const elsewhere = [
      await send(api, 'gateway', { environmentId: demoId('environment', 77) }),
      await send(api, 'gateway', { environmentId: demoId('environment', 2), gatewayId: demoId('gateway', 2) }),
      await send(api, 'gateway', { gatewayId: demoId('gateway', 2) }),
      await send(api, 'gateway', { applicationId: demoId('application', 2) }),
      await send(api, 'gateway', { workspaceId: NEXT_WORKSPACE_ID }),
      await send(api, 'gateway', { organizationId: demoId('organization', 2) }),
    ];
    expect(elsewhere.map(({ status }) => status)).toEqual(Array(6).fill(404));
    expect(new Set(elsewhere.map(answerText)).size).toBe(1);
    expect(api.journal.lines).toEqual([]);
  });
});
