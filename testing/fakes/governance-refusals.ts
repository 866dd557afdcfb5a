import type { RefusalSearch, RefusedCallFact } from '../../analytics/gateway/refusal-reader.ts';
import type { RefusalSources } from '../../api/management/ports/refusal-ports.ts';
import type { Refusal } from '../../domain/kernel/errors.ts';

/** A call that a budget refused. */
export function makeRefusedCall(change: Partial<RefusedCallFact> = {}): RefusedCallFact {
  return {
    organizationId: 'org_00000000000000000000000001',
    workspaceId: 't_00000000000000000000000001',
    applicationId: 'app_00000000000000000000000001',
    gatewayId: 'gw_00000000000000000000000001',
    environmentId: 'env_00000000000000000000000001',
    owner: 'search',
    keyId: 'kid_00000000000000000000000001',
    routeId: '',
    requestId: 'greq_00000000000000000000000001',
    code: 'budget_exceeded',
    limit: {
      ...{ id: 'team-month', node: 'team:org_00000000000000000000000001:search', unit: 'nano_usd' },
      ...{ limit: '500000000000', observed: '499980000000', bound: '10000000000' },
      resetsAt: new Date('2026-04-01T00:00:00.000Z'),
    },
    admittedAt: new Date('2026-03-01T11:59:00.000Z'),
    refusedAt: new Date('2026-03-01T11:59:00.002Z'),
    ...change,
  };
}

/** The refused calls of a gateway, in memory. */
export class FakeGovernanceRefusals {
  /** The refused calls, newest first. */
  readonly calls: RefusedCallFact[] = [];
  readonly horizons = new Map<string, Date>();
  /** The refusal of each read; undefined while reads work. */
  fault: Refusal | undefined;
  /** The searches so far, oldest first. */
  readonly searches: RefusalSearch[] = [];

  readonly sources: RefusalSources = {
    findExclusions: () => Promise.resolve({ horizons: this.horizons, exclusions: [] }),
    read: (search) => {
      this.searches.push(search);
      if (this.fault !== undefined) return Promise.reject(this.fault);
      const { after, offset, limit } = search;
      const following = this.calls.filter((call) => after === undefined || textOf(call) < textOf(after));
      return Promise.resolve(following.slice(offset, offset + limit));
    },
  };
}

function textOf({ admittedAt, workspaceId, requestId }: NonNullable<RefusalSearch['after']>): string {
  return `${admittedAt.toISOString()} ${workspaceId} ${requestId}`;
}
