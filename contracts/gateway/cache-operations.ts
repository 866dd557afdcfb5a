import { read, type ManagementOperations } from '../wire/operations/management-operation.ts';
import {
  CacheEvidenceSchema,
  CachePreviewSchema,
  CachePurgedSchema,
  CacheStatsSchema,
} from './cache-administration.ts';

/** The administration of the gateway's cache. */
export const CACHE_OPERATIONS = {
  'management.cache.stats': read('/cache/stats', CacheStatsSchema, {
    access: { floor: 'viewer', scopes: ['cache:read'] },
    refusals: ['feature_absent', 'dependency_unavailable'],
    tag: 'cache',
    summary: 'Read what the cache came to',
    description:
      'Returns the requests of the gateway that match a rule of the cache, by their result, and the savings of hits, as far as their kind is licensed. The savings that rules in shadow mode would have had are separate. Processes write their counts every 2 seconds; a killed process loses the last ones.',
  }),
  'management.cache.evidence': read('/cache/evidence', CacheEvidenceSchema, {
    access: { floor: 'viewer', scopes: ['cache:read'] },
    refusals: ['feature_absent', 'dependency_unavailable'],
    tag: 'cache',
    summary: 'Read what hits are worth',
    description:
      'For each kind whether its hits may be said to save what the call cost, and why not; and how old the answers are that are kept.',
  }),
  'management.cache.preview': read('/cache/preview', CachePreviewSchema, {
    access: { floor: 'viewer', scopes: ['cache:read'] },
    refusals: ['feature_absent', 'budget_exceeded', 'dependency_unavailable'],
    tag: 'cache',
    summary: 'Estimate what a cache would have answered',
    description:
      'Returns, from the facts, the number of the gateway’s calls that look like an earlier one within the same scope, and their cost. This is the maximum number of equal calls. Two calls look alike if provider, model and the number of input tokens are equal (`fingerprint_approximated`). Each is assumed to have cost as much as those like it (`fixed_usage`), for any content of the cache at the time (`recorded_runtime_state`).',
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
      'Removes one entry, all of a scope, or all that a rule kept, for good. Processes drop it from their memory within 2 seconds, and give nothing any more that was purged 10 seconds ago. Answers to calls that are on their way meanwhile are not kept.',
  },
} as const satisfies ManagementOperations;
