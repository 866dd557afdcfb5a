import { expect, it } from 'vitest';
import { errorBody, toRpcName } from '../../../../../providers/protocols/google-generate-content/error-body.ts';

it.each([
  [400, 'INVALID_ARGUMENT'],
  [401, 'UNAUTHENTICATED'],
  [403, 'PERMISSION_DENIED'],
  [404, 'NOT_FOUND'],
  [405, 'INVALID_ARGUMENT'],
  [408, 'DEADLINE_EXCEEDED'],
  [413, 'INVALID_ARGUMENT'],
  [415, 'INVALID_ARGUMENT'],
  [429, 'RESOURCE_EXHAUSTED'],
  [431, 'INVALID_ARGUMENT'],
  [500, 'INTERNAL'],
  [502, 'UNAVAILABLE'],
  [503, 'UNAVAILABLE'],
  [504, 'DEADLINE_EXCEEDED'],
  [529, 'INTERNAL'],
])('a status of %i is %s', (status, name) => {
  expect(toRpcName(status)).toBe(name);
});

it('has the refused member in the form of Google', () => {
  const error = { status: 400, type: 'invalid_request_error', message: 'No.', code: 'model_in_body', param: 'model' };
  expect(JSON.parse(errorBody(error, 'greq_1'))).toEqual({
    error: {
      code: 400,
      message: 'No.',
      status: 'INVALID_ARGUMENT',
      details: [
        {
          '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
          reason: 'MODEL_IN_BODY',
          domain: 'truetally',
          metadata: { type: 'invalid_request_error', request_id: 'greq_1', param: 'model' },
        },
      ],
    },
  });
});

it('has the refusing limit, and the time of the next attempt', () => {
  const limit = { id: 'day', node: 'team:search', unit: 'usd', observed: null, limit: 5, bound: 0.1 } as const;
  const refusedBy = { ...limit, resets_at: '2026-03-03T00:00:00.000Z' };
  const error = { status: 429, type: 'budget_exceeded', message: 'Full.', retryAfterSeconds: 60, refusedBy };
  expect(JSON.parse(errorBody(error, 'greq_1'))).toEqual({
    error: {
      code: 429,
      message: 'Full.',
      status: 'RESOURCE_EXHAUSTED',
      details: [
        {
          '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
          reason: 'BUDGET_EXCEEDED',
          domain: 'truetally',
          metadata: {
            type: 'budget_exceeded',
            request_id: 'greq_1',
            limit_id: 'day',
            limit_node: 'team:search',
            limit_unit: 'usd',
            limit_limit: '5',
            limit_bound: '0.1',
            limit_resets_at: '2026-03-03T00:00:00.000Z',
          },
        },
        { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '60s' },
      ],
    },
  });
});
