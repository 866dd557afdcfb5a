import { Type } from 'typebox';
import { CACHE_SCOPES } from '../../domain/gateway/cache/cache-block.ts';
import { PURGE_SELECTORS } from '../../domain/gateway/cache/purge-selectors.ts';
import { literalUnion } from '../wire/literal-union.ts';
import { countSchema, InstantSchema, textSchema } from '../wire/scalars.ts';
import { sinceMember } from './since-member.ts';

const closed = { additionalProperties: false } as const;

const SavingsSchema = Type.Object(
  {
    usd: Type.Union(
      [Type.String({ maxLength: 48, pattern: '^\\d{1,38}(\\.\\d{1,9})?$', description: 'US dollars' }), Type.Null()],
      { description: 'Null if no request has a known price; 0 is a measured value' },
    ),
    requests: countSchema('Requests in this sum'),
    unpriced_excluded: countSchema('Requests that this sum leaves out, because their cost is unknown'),
  },
  { title: 'CacheSavings', ...closed },
);

/** The counts of requests at the cache, by their result. */
export const CacheStatsSchema = Type.Object(
  {
    since: Type.Union([Type.String({ maxLength: 10, pattern: '^\\d{4}-\\d{2}-\\d{2}$' }), Type.Null()], {
      description: 'The first counted day in UTC; null before the first count',
    }),
    outcomes: Type.Object(
      {
        hit: countSchema('Requests that the cache answered'),
        would_hit: countSchema(
          'Requests that the cache would have answered if their rule were not in shadow mode; callers got `miss`',
        ),
        miss: countSchema('Requests without a matching entry'),
        bypass: countSchema('Requests that excluded the cache'),
        error: countSchema('Requests for which the look-up failed'),
      },
      { title: 'CacheOutcomes', ...closed },
    ),
    hits: Type.Object(
      {
        exact: countSchema('Hits for an identical request'),
        normalized: countSchema(
          'Hits for a request that is equal except for blanks, the order of members and forms of Unicode',
        ),
        semantic: Type.Union([countSchema('Hits for a similar request'), Type.Null()], {
          description: 'Null if no rule has this kind and no such hit was counted',
        }),
      },
      { title: 'CacheHits', ...closed },
    ),
    savings: SavingsSchema,
    unlicensed_savings: SavingsSchema,
    shadow_savings: SavingsSchema,
    unlicensed_shadow_savings: SavingsSchema,
  },
  {
    title: 'CacheStats',
    description:
      'The four sums are never merged: the savings of hits of licensed kinds, the cost of the calls that hits of other kinds replaced, and the same two sums for rules in shadow mode, which saved nothing. A killed process loses its counts of the last 2 seconds.',
    ...closed,
  },
);

const POSTURES = ['licensed', 'cannot_measure'] as const;

const LicenseSchema = Type.Object(
  {
    kind: literalUnion(['exact', 'normalized', 'semantic'] as const),
    posture: literalUnion(POSTURES, {
      description: '`licensed` if a hit of this kind counts as a saving of the call’s cost',
    }),
    reason: Type.Union([textSchema(256), Type.Null()], {
      description: 'The reason why hits do not count as savings; null if they count',
    }),
  },
  { title: 'CacheLicense', ...closed },
);

/** The value of hits, and the age of stored answers. */
export const CacheEvidenceSchema = Type.Object(
  {
    kinds: Type.Array(LicenseSchema, { minItems: 3, maxItems: 3 }),
    entries: countSchema('Stored answers that have not expired'),
    bytes: countSchema('Total size of these answers'),
    age_seconds: Type.Union(
      [
        Type.Object(
          {
            p50: countSchema('Median age'),
            p90: countSchema('Age that 90 % of the answers do not exceed'),
            max: countSchema('Age of the oldest answer'),
          },
          { title: 'CacheAges', ...closed },
        ),
        Type.Null(),
      ],
      { description: 'Age of the stored answers in whole seconds; null if none is stored' },
    ),
  },
  { title: 'CacheEvidence', ...closed },
);

/** The window of a preview. */
export const CachePreviewQuerySchema = Type.Object(
  {
    since: sinceMember('30d'),
  },
  closed,
);

/** The assumptions of an estimate. */
export const CACHE_APPROXIMATIONS = ['fixed_usage', 'recorded_runtime_state', 'fingerprint_approximated'] as const;

const cannotEstimate = Type.Object(
  { cannot_estimate: textSchema(256, { description: 'The reason why no estimate exists' }) },
  { title: 'CacheCannotEstimate', ...closed },
);

const RepeatEstimateSchema = Type.Object(
  {
    requests: countSchema('Calls of the gateway that have ended, including hits'),
    comparable: countSchema('Calls with known tokens'),
    repeats: countSchema(
      'Comparable calls that resemble an earlier call, including hits; an upper bound of the repeated calls',
    ),
    repeat_rate: Type.Union([Type.Number({ minimum: 0, maximum: 1, format: 'double' }), Type.Null()], {
      description: 'Share of `repeats` in `comparable`',
    }),
    would_save: SavingsSchema,
  },
  { title: 'CacheRepeatEstimate', ...closed },
);

/** The answers that a cache would have served, as far as the facts show them. */
export const CachePreviewSchema = Type.Object(
  {
    from: InstantSchema,
    to: InstantSchema,
    scope: literalUnion(CACHE_SCOPES, { description: 'The scope of the answers that callers would have got' }),
    approximations: Type.Array(literalUnion(CACHE_APPROXIMATIONS), { minItems: 3, maxItems: 3 }),
    exact: Type.Union([RepeatEstimateSchema, cannotEstimate], { description: 'An upper bound' }),
    semantic: cannotEstimate,
  },
  { title: 'CachePreview', ...closed },
);

const purged = {
  by: literalUnion(PURGE_SELECTORS, { description: 'The kind of the name in `value`' }),
  value: textSchema(256, {
    minLength: 1,
    description:
      'The id of an entry (`x-tt-cache-entry`), the id of a rule, or the key of a scope: `organization:<id>`, `team:<environment id>:<owner>` or `key:<key id>`',
  }),
};

/** The entries to remove. */
export const CachePurgeSchema = Type.Object(purged, { title: 'CachePurge', ...closed });

/** The entries that were removed. */
export const CachePurgedSchema = Type.Object(
  { ...purged, deleted: countSchema('Entries that were removed') },
  { title: 'CachePurged', ...closed },
);
