import { describe, expect, it } from 'vitest';
import { MANAGEMENT_OPERATIONS } from '../../../contracts/management/operations.ts';
import { describedManagementOperations } from '../../../testing/api/described-api.ts';
import { KNOWN_EXPERIMENT } from '../../../testing/quality/fake-experiments.ts';
import { STARTED_FIT } from '../../../testing/quality/fake-calibrations.ts';
import { askingFor, NAMES, type Name } from './statuses/asking.ts';

const creates = (name: Name): boolean => MANAGEMENT_OPERATIONS[name].success !== 200;
const keepsKeys = (name: Name): boolean => {
  const { effect, ...operation } = MANAGEMENT_OPERATIONS[name];
  return effect === 'write' && 'idempotency' in operation && operation.idempotency === 'key';
};

/** The path of the created thing, from the document of the answer. */
const LOCATIONS: Partial<Record<Name, (document: Record<string, unknown>) => string>> = {
  'management.datasets.create': ({ dataset_id: id }) => `evals/datasets/${String(id)}`,
  'management.experiments.create': ({ experiment_id: id }) => `evals/experiments/${String(id)}`,
  'management.experiments.run': () => `evals/experiments/${KNOWN_EXPERIMENT.experimentId}`,
  'management.calibrations.fit': () => `calibrations/${STARTED_FIT}`,
  'management.keys.mint': ({ key }) => `keys/${(key as { key_id: string }).key_id}`,
  'management.keys.rotate': ({ key }) => `keys/${(key as { key_id: string }).key_id}`,
};

describe('a creation of the management plane', () => {
  it('is each operation that answers 201 or 202', () => {
    expect(Object.keys(LOCATIONS).sort()).toEqual(NAMES.filter(creates).sort());
  });

  it.each(NAMES.filter(creates))('has the path of the created thing: %s', async (name) => {
    const { plane, request } = await askingFor(name);
    const answer = await plane.app.inject(request);
    expect(answer.statusCode).toBe(MANAGEMENT_OPERATIONS[name].success);
    expect(answer.headers.location).toBe(`/tt/api/v1/${LOCATIONS[name]?.(answer.json())}`);
    expect(answer.headers).not.toHaveProperty('idempotent-replayed');
  });

  it.each(NAMES.filter(creates).filter(keepsKeys))('repeated under its key has a marker: %s', async (name) => {
    const { plane, request } = await askingFor(name);
    const headers = { ...request.headers, 'idempotency-key': 'once' };
    const first = await plane.app.inject({ ...request, headers });
    const again = await plane.app.inject({ ...request, headers });
    expect([first.headers['idempotent-replayed'], again.headers['idempotent-replayed']]).toEqual([undefined, 'true']);
    expect(again.headers.location).toBe(first.headers.location);
  });

  it.each(NAMES.filter(creates))('has its headers described: %s', async (name) => {
    const { responses } = (await describedManagementOperations()).find(({ operationId }) => operationId === name)!;
    const described = Object.keys(responses[String(MANAGEMENT_OPERATIONS[name].success)]?.headers ?? {});
    expect(described.filter((header) => !header.startsWith('RateLimit'))).toEqual([
      'Location',
      ...(keepsKeys(name) ? ['Idempotent-Replayed'] : []),
    ]);
  });
});
