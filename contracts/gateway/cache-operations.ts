import { readOperation, type ManagementOperations } from '../wire/operations/management-operation.ts';
import {
  CacheEvidenceSchema,
  CachePreviewSchema,
  CachePurgedSchema,
  CacheStatsSchema,
} from './cache-administration.ts';

/** The administration of the gateway's cache. */
export const CACHE_OPERATIONS = {
  'management.cache.stats': readOperation('/cache/stats', CacheStatsSchema, {
    access: { floor: 'viewer', scopes: ['cache:read'] },
    refusals: ['feature_absent', 'dependency_unavailable'],
    tag: 'cache',
    summary: 'Read the statistics of the cache',
    description:
      'Returns the number of gateway requests that match a cache rule, by their result, and the savings of hits of licensed kinds. The possible savings of rules in shadow mode are separate. Processes write their counts every 2 seconds. A killed process loses its last counts.',
  }),
  'management.cache.evidence': readOperation('/cache/evidence', CacheEvidenceSchema, {
    access: { floor: 'viewer', scopes: ['cache:read'] },
    refusals: ['feature_absent', 'dependency_unavailable'],
    tag: 'cache',
    summary: 'Read the value of hits',
    description:
      'Returns for each kind if its hits count as savings, and the reason if they do not. It also returns the age of the stored answers.',
  }),
  'management.cache.preview': readOperation('/cache/preview', CachePreviewSchema, {
    access: { floor: 'viewer', scopes: ['cache:read'] },
    refusals: ['feature_absent', 'budget_exceeded', 'dependency_unavailable'],
    tag: 'cache',
    summary: 'Estimate the hits of a cache',
    description:
      'Returns, from the facts, the number of the gateway’s calls that resemble an earlier call within the same scope, and their cost. This is an upper bound of the number of equal calls. Two calls resemble each other if provider, model and number of input tokens are equal (`fingerprint_approximated`). Each repeated call is assumed to cost the same as similar calls (`fixed_usage`), for any content of the cache at the time (`recorded_runtime_state`).',
  }),
  'management.cache.purge': {
    method: 'POST',
    path: '/cache/purge',
    success: 200,
    answer: { document: CachePurgedSchema },
    effect: 'write',
    idempotency: 'inherent',
    access: { floor: 'operator', scopes: ['cache:write'] },
    refusals: ['feature_absent', 'dependency_unavailable'],
    tag: 'cache',
    summary: 'Remove answers from the cache',
    description:
      'Permanently removes one entry, all entries of a scope, or all entries of a rule. Processes remove them from memory within 2 seconds. Ten seconds after a purge, no process serves a purged entry. Answers to calls in flight during the purge are not stored.',
  },
} as const satisfies ManagementOperations;
