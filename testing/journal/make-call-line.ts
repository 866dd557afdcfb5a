import { REFUSED_CALL_MARK, REFUSED_CALLS_START } from '../../contracts/ingest/calls/refused-calls.ts';
import { writeEndedCall, type CalledProvider, type EndedCall } from '../../contracts/ingest/calls/write-ended-call.ts';

/** The ids in the lines of calls. */
export const CALL_SCOPE = {
  organization_id: 'org_00000000000000000000000001',
  workspace_id: 't_00000000000000000000000001',
  application_id: 'app_00000000000000000000000001',
  gateway_id: 'gw_00000000000000000000000001',
  environment_id: 'env_00000000000000000000000001',
} as const;

/** A call to a provider that cost 1.25 thousandths of a US dollar. */
export const MADE_ATTEMPT: CalledProvider = {
  provider: 'openai',
  model: 'gpt-5-mini',
  asked: 'gpt-5-mini',
  dispatchedMs: 2,
  outputState: 'complete',
  units: { input_tokens: 10, output_tokens: 20 },
  isEstimate: false,
  price: { state: 'priced', nanos: '1250000', revision: 'prices-1' },
};

/** The limit that refuses requests. */
const LIMIT = { id: 'team-rate', node: 'team:search', unit: 'requests', limit: 60, bound: 1 } as const;

export interface CallLineChange extends Partial<EndedCall> {
  readonly requestId?: string;
  readonly environmentId?: string;
  readonly admittedAt?: Date;
}

/** The line of a call that has ended, as the gateway writes it; by default, a provider answered it. */
export function makeCallLine(change: CallLineChange = {}): string {
  const {
    requestId = 'greq_00000000000000000000000001',
    environmentId,
    admittedAt = new Date('2026-03-01T11:59:00.000Z'),
    ...ended
  } = change;
  const shared = `${sharedMembers(environmentId)},"logical_request_id":"${requestId}"`;
  const call = { status: 'succeeded', totalMs: 812.5, attempt: MADE_ATTEMPT, ...ended } as const;
  return writeEndedCall(shared, { admittedAt, streaming: false }, call);
}

/** The line of a request that a limit refused, before any provider got it. */
export function makeRefusalLine(change: CallLineChange = {}): string {
  const refusal = { status: 'refused', kind: 'rate_limited', refusedByLimit: LIMIT, attempt: undefined } as const;
  return makeCallLine({ ...refusal, totalMs: 1, ...change });
}

/** The line of several refused requests of a key, one millisecond apart. */
export function makeSharedRefusalLine(requestIds: readonly string[], environmentId?: string): string {
  const request = { status: 'refused', terminal_kind: 'rate_limited', refused_by_limit: LIMIT };
  const requests = requestIds.map((id, index) => `${REFUSED_CALL_MARK}["${id}",${index},0.5]`).join(',');
  const rest = `"streaming":false,"request":${JSON.stringify(request)},"admitted_at":"2026-03-01T11:59:00.000Z"`;
  return `${REFUSED_CALLS_START}${sharedMembers(environmentId)}},"noted":{},${rest},"requests":[${requests}]}`;
}

function sharedMembers(environmentId: string = CALL_SCOPE.environment_id): string {
  const shared = {
    schema: 1,
    scope: { ...CALL_SCOPE, environment_id: environmentId },
    team_id: 'search',
    dimensions: { key: 'kid_00000000000000000000000001', user: 'ada@example.com', tenant: 'acme' },
    purpose: 'application',
  };
  return JSON.stringify(shared).slice(1, -1);
}
