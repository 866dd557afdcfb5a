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
      'Requests of the gateway that a rule of the cache is about, by what became of them, and what hits saved, as far as their kind is licensed. What rules in shadow would have saved is apart, and nobody saved it. Processes tell what they counted every 2 seconds; one that is killed loses the last of it.',
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
      'Out of the facts: how many calls of the gateway look like one before them within the same scope, which is the most that can be the same, and what they cost. Two calls look alike where provider, model and the number of tokens sent are equal (`fingerprint_approximated`); each is taken to have cost what those like it did (`fixed_usage`), whatever the cache held then (`recorded_runtime_state`).',
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
