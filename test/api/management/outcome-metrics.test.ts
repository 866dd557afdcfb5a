import { expect, it } from 'vitest';
import { SCOPES } from '../../../domain/management/scopes.ts';
import { MANAGEMENT_BODIES } from '../../../testing/apps/management-bodies.ts';
import { createManagementFixture } from '../../../testing/apps/management-fixture.ts';

it('outcomes are counted by source and reason of refusal, and claims by whether rows were found', async () => {
  const plane = createManagementFixture({ token: { role: 'admin', scopes: SCOPES } });
  const post = async (url: string, payload: object): Promise<void> => {
    const headers = { authorization: 'Bearer known' };
    expect((await plane.app.inject({ method: 'POST', url: `/tt/api/v1${url}`, headers, payload })).statusCode).toBe(
      200,
    );
  };
  const counted = async (name: string): Promise<unknown[]> =>
    (await plane.registry.getSingleMetric(name)!.get()).values
      .filter(({ value }) => value > 0)
      .map(({ labels, value }) => [...Object.values(labels), value]);
  await post('/outcomes', MANAGEMENT_BODIES['management.outcomes.send']!);
  expect(await counted('truetally_outcomes_received_total')).toEqual([['native', 'unknown_request', 1]]);

  const admittedAt = new Date('2026-02-20T00:00:00.000Z');
  const place = { workspaceId: 't_00000000000000000000000001', environmentId: 'env_1' };
  const row = { ...place, requestId: 'r1', admittedAt, segment: '', labelledBy: [] };
  plane.annotation.candidates = [{ ...row, rank: 1 }];
  plane.annotation.kept.set('r1', { request: 'Six times seven?', response: '42' });
  await post('/evals/annotation-queue/claim', { k: 5, strategy: 'hard_cases' });
  await post('/evals/annotation-queue/claim', { k: 5, strategy: 'hard_cases' });
  expect(await counted('truetally_annotation_rows_claimed_total')).toEqual([['hard_cases', 1]]);
  expect(await counted('truetally_annotation_claims_total')).toEqual([
    ['hard_cases', 'some', 1],
    ['hard_cases', 'none', 1],
  ]);
});
