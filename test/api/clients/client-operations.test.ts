import { describe, expect, it } from 'vitest';
import { LANE_PATH, OPERATIONS, type OperationName } from '../../../clients/typescript/operations.ts';
import { createTruetallyClient, type TruetallyClient } from '../../../clients/typescript/truetally-client.ts';
import { CLIENT_CALLS } from '../../../testing/api/client-calls.ts';
import { type DescribedOperation, describedOperations } from '../../../testing/api/described-api.ts';
import { API_BASE_PATH } from '../../../testing/api/test-api.ts';

const NAMES = Object.keys(OPERATIONS) as OperationName[];

async function described(name: OperationName): Promise<DescribedOperation> {
  const found = (await describedOperations()).filter(({ operationId }) => operationId === name);
  expect(found).toHaveLength(1);
  return found[0]!;
}

/** The functions of the client by their paths. A function may have nested functions. */
function methodsOf(part: object, path = ''): string[] {
  return Object.entries(part).flatMap(([name, member]) => [
    ...(typeof member === 'function' ? [path + name] : []),
    ...methodsOf(member as object, `${path}${name}.`),
  ]);
}

interface Sent {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** The requests that the call of an operation sends. */
async function sentBy(name: OperationName, idempotencyKey?: string): Promise<Sent[]> {
  const sent: Sent[] = [];
  const client = createTruetallyClient({
    baseUrl: 'http://api.test',
    token: 'ttm_x',
    organizationId: 'ORG',
    workspaceId: 'WS',
    applicationId: 'APP',
    gatewayId: 'GW',
    environmentId: 'ENV',
    maxRetries: 0,
    fetch: (url, { method, headers, body }) => {
      sent.push({ method, url: new URL(url), headers, body });
      return Promise.reject(new TypeError('fetch failed'));
    },
  });
  await CLIENT_CALLS[name].send(client, idempotencyKey).catch(() => undefined);
  return sent;
}

describe('the client', () => {
  it('has a method for each described operation of the lane, except for operations with other formats', async () => {
    const lane = (await describedOperations()).filter(({ path }) => path.startsWith(API_BASE_PATH));
    const foreign = ['customer.traffic.send_litellm_log', 'customer.traffic.send_logs', 'customer.traffic.send_spans'];
    expect(lane.map(({ operationId }) => operationId).sort()).toEqual([...NAMES, ...foreign].sort());
    const client: TruetallyClient = createTruetallyClient({ baseUrl: 'http://x', token: 'x', organizationId: 'o' });
    const called = NAMES.map((name) => CLIENT_CALLS[name].method);
    expect(methodsOf(client).sort()).toEqual([...called, 'at', 'insights.pages'].sort());
    expect(LANE_PATH).toBe(API_BASE_PATH);
  });

  it('names its methods like the operations in the document', () => {
    const camel = (name: string) => name.replaceAll(/_(.)/g, (_all, letter: string) => letter.toUpperCase());
    for (const name of NAMES) expect(CLIENT_CALLS[name].method).toBe(camel(name.replace('customer.', '')));
  });
});

/** The operations whose body has only optional members. */
const WITH_OPTIONAL_BODY: ReadonlySet<string> = new Set(['customer.service_credentials.rotate']);

describe.each(NAMES)('%s', (name) => {
  it('is sent as the document describes it: method, path, query and body', async () => {
    const { method, path, parameters, requestBody } = await described(name);
    const sent = await sentBy(name);
    expect(sent).toHaveLength(1);
    const [{ url, ...request }] = sent as [Sent];
    expect([request.method, API_BASE_PATH + OPERATIONS[name].path]).toEqual([method, path]);
    const given = url.pathname.split('/');
    const places = path.split('/').map((part, index) => (part.startsWith('{') ? given[index] : part));
    expect(given).toEqual(places);
    // The read of the caller's identity has no organization in its path, because the answer contains it.
    expect(places.includes('ORG')).toBe(name !== 'customer.me.get');
    const queries = parameters.filter((one) => one.in === 'query').map((one) => one.name);
    expect([...url.searchParams.keys()].sort()).toEqual(queries.sort());
    // An operation without a required body sends only what its caller gives. The key is a header of the call.
    expect(request.body !== undefined).toBe(requestBody?.required === true || WITH_OPTIONAL_BODY.has(name));
    expect(Object.keys(request.headers)).not.toContain('idempotency-key');
  });

  it('accepts an idempotency key exactly if the document declares one', async () => {
    const { parameters } = await described(name);
    const takesKey = parameters.some((one) => one.in === 'header' && one.name === 'idempotency-key');
    const [request] = await sentBy(name, 'once');
    expect(request?.headers['idempotency-key']).toBe(takesKey ? 'once' : undefined);
    expect(OPERATIONS[name].repeatable === 'with-key').toBe(takesKey);
  });

  it('expects the described success status and envelope', async () => {
    const { responses } = await described(name);
    const { success, kind } = OPERATIONS[name];
    expect(Object.keys(responses).filter((status) => Number(status) < 400)).toEqual([String(success)]);
    const schema = responses[String(success)]?.content?.['application/json']?.schema as
      | { properties?: { kind?: { enum?: string[]; const?: string } } }
      | undefined;
    const { const: only, enum: some } = schema?.properties?.kind ?? {};
    if (kind === 'bytes') expect(only ?? some).toBeUndefined();
    else expect(some ?? [only]).toEqual([kind]);
  });
});
