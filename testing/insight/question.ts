import type { IngestSnapshot } from '../../domain/insight/ingest-state.ts';
import type { ReadScope } from '../../domain/tenancy/scope.ts';

/** A scope over one environment, by a subject who may read money. */
export function readScope(changes: Partial<ReadScope> = {}): ReadScope {
  return {
    subjectId: 'sub_a',
    authorityEpoch: '3',
    organizationId: 'org_a',
    workspaceId: 't_a',
    environmentIds: ['env_a'],
    mayReadCost: true,
    mayReadContent: false,
    mayReadDimensions: false,
    ...changes,
  };
}

/** A workspace whose journal was indexed through arrival 100 one minute before noon of 2026-02-01. */
export function ingestSnapshot(changes: Partial<IngestSnapshot> = {}): IngestSnapshot {
  return {
    fence: 100n,
    ownFence: 100n,
    disclosedThrough: 100n,
    ownDisclosedThrough: 100n,
    firstEvaluated: 0n,
    environmentIds: ['env_a', 'env_b'],
    watermarks: [
      {
        producer_class: 'gateway_journal',
        produced_through: 120n,
        indexed_through: 100n,
        last_indexed_at: new Date('2026-02-01T11:59:00.000Z'),
      },
    ],
    gaps: [],
    exclusions: [],
    generations: { projection: 1, retention: 1, exclusion: 1 },
    ...changes,
  };
}
