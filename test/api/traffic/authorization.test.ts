import { describe, expect, it } from 'vitest';
import { TruetallyProblemError } from '../../../clients/typescript/errors.ts';
import { APP_ONE, idOf, NEXT_WS, ORG, WS } from '../../../testing/api/demo-ids.ts';
import { anAdmission } from '../../../testing/api/made-traffic.ts';
import type { CallerName } from '../../../testing/apps/demo-callers.ts';
import { type Answered, TestApi } from '../../../testing/api/test-api.ts';

const PEOPLE = ['owner', 'analyst', 'narrow', 'neighbour', 'stranger', 'deployer', 'outsider'] as const;
const UNACCEPTED = ['runtime', 'feedback', 'forged', 'nobody'] as const;

/**
 * The headers that differ between answers to equal requests: the id, the time, and the number of remaining requests.
 */
const ITS_OWN: readonly string[] = ['x-request-id', 'date', 'ratelimit'];

/** The complete answer, byte for byte, without the parts that differ between equal requests. */
function answerText({ status, headers, body }: Answered): string {
  const kept = Object.entries(headers).filter(([name]) => !ITS_OWN.includes(name));
  return JSON.stringify([status, kept, { ...body, request_id: '' }]);
}

async function answerTo(api: TestApi, call: Promise<unknown>): Promise<Answered> {
  await call.catch((error: unknown) => {
    if (!(error instanceof TruetallyProblemError)) throw error;
  });
  return api.answered.at(-1)!;
}

describe('customer.traffic.send', () => {
  const ENVIRONMENT = idOf('environment', 1);
  const HERE = {
    organizationId: ORG,
    workspaceId: WS,
    applicationId: APP_ONE,
    gatewayId: idOf('gateway', 1),
    environmentId: ENVIRONMENT,
  };
  const send = (api: TestApi, as: CallerName, place: Partial<typeof HERE> = {}) =>
    answerTo(api, api.client(as, { ...HERE, ...place }).traffic.send([anAdmission()]));

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
        organization_id: ORG,
        workspace_id: WS,
        application_id: APP_ONE,
        gateway_id: idOf('gateway', 1),
        environment_id: ENVIRONMENT,
      },
    ]);
  });

  it('conceals every other environment with the text for a missing one', async () => {
    const api = new TestApi();
    const elsewhere = [
      await send(api, 'gateway', { environmentId: idOf('environment', 77) }),
      await send(api, 'gateway', { environmentId: idOf('environment', 2), gatewayId: idOf('gateway', 2) }),
      await send(api, 'gateway', { gatewayId: idOf('gateway', 2) }),
      await send(api, 'gateway', { applicationId: idOf('application', 2) }),
      await send(api, 'gateway', { workspaceId: NEXT_WS }),
      await send(api, 'gateway', { organizationId: idOf('organization', 2) }),
    ];
    expect(elsewhere.map(({ status }) => status)).toEqual(Array(6).fill(404));
    expect(new Set(elsewhere.map(answerText)).size).toBe(1);
    expect(api.journal.lines).toEqual([]);
  });
});
