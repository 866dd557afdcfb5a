import { Type } from 'typebox';
import { CACHE_SCOPES } from '../../domain/gateway/cache/cache-block.ts';
import { PURGED_BY } from '../../domain/gateway/cache/purged-by.ts';
import { literalUnion } from '../wire/literal-union.ts';
import { InstantSchema, textSchema, wholeSchema } from '../wire/scalars.ts';

const closed = { additionalProperties: false } as const;
const count = (description: string) => wholeSchema(0, Number.MAX_SAFE_INTEGER, { description });

const SavingsSchema = Type.Object(
  {
    usd: Type.Union(
      [Type.String({ maxLength: 48, pattern: '^\\d{1,38}(\\.\\d{1,9})?$', description: 'Dollars' }), Type.Null()],
      { description: 'Null where the price of none of the requests is known; 0 is measured' },
    ),
    requests: count('Requests that it is of'),
    unpriced_excluded: count('Requests that are left out, because nobody knows what they would have cost'),
  },
  { title: 'CacheSavings', ...closed },
);

/** The counts of requests at the cache, by their result. */
export const CacheStatsSchema = Type.Object(
  {
    since: Type.Union([Type.String({ maxLength: 10, pattern: '^\\d{4}-\\d{2}-\\d{2}$' }), Type.Null()], {
      description: 'The first day of UTC that was counted; null before anything was',
    }),
    outcomes: Type.Object(
      {
        hit: count('Answered from the cache'),
        would_hit: count('Would have been, except for a rule in shadow; their callers got `miss`'),
        miss: count('Not found'),
        bypass: count('Asked not to be looked up'),
        error: count('The cache could not be asked'),
      },
      { title: 'CacheOutcomes', ...closed },
    ),
    hits: Type.Object(
      {
        exact: count('Hits by the same request'),
        normalized: count('Hits by a request that is equal but for blanks, order of members and forms of Unicode'),
        semantic: Type.Union([count('Hits by a request that is alike'), Type.Null()], {
          description: 'Null where there is no rule of the kind, and was no hit of one',
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
      'Four sums that are never merged: the savings of hits of licensed kinds, the cost of the calls that hits of other kinds replaced, and the same two for rules in shadow mode, which saved nothing. A killed process loses its counts of the last 2 seconds.',
    ...closed,
  },
);

const POSTURES = ['licensed', 'cannot_measure'] as const;

const LicenseSchema = Type.Object(
  {
    kind: literalUnion(['exact', 'normalized', 'semantic'] as const),
    posture: literalUnion(POSTURES, { description: 'Whether hits of the kind may be said to save what the call cost' }),
    reason: Type.Union([textSchema(256), Type.Null()], { description: 'Why not; null where they may' }),
  },
  { title: 'CacheLicense', ...closed },
);

/** The value of hits, and the age of stored answers. */
export const CacheEvidenceSchema = Type.Object(
  {
    kinds: Type.Array(LicenseSchema, { minItems: 3, maxItems: 3 }),
    entries: count('Answers that are kept and have not expired'),
    bytes: count('What they have in all'),
    age_seconds: Type.Union(
      [
        Type.Object(
          {
            p50: count('Of the middle one'),
            p90: count('Of nine in ten, at most'),
            max: count('Of the oldest'),
          },
          { title: 'CacheAges', ...closed },
        ),
        Type.Null(),
      ],
      { description: 'Whole seconds since answers were made; null where none is kept' },
    ),
  },
  { title: 'CacheEvidence', ...closed },
);

/** The window of a preview. */
export const CachePreviewQuerySchema = Type.Object(
  {
    since: Type.Optional(
      Type.String({
        maxLength: 24,
        pattern: '^(\\d{1,4}[hdw]|20\\d{2}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{3})?Z)$',
        default: '30d',
        description: 'So many hours, days or weeks back, such as `24h`, `30d` or `2w`, or an instant; at most 366 days',
      }),
    ),
  },
  closed,
);

/** The assumptions of an estimate. */
export const CACHE_APPROXIMATIONS = ['fixed_usage', 'recorded_runtime_state', 'fingerprint_approximated'] as const;

const cannotEstimate = Type.Object(
  { cannot_estimate: textSchema(256, { description: 'Why there is no estimate' }) },
  { title: 'CacheCannotEstimate', ...closed },
);

const RepeatEstimateSchema = Type.Object(
  {
    requests: count('Calls of the gateway that came to their end, hits included'),
    comparable: count('Those of which the tokens are known'),
    repeats: count('Those of them that look like one before, hits included: at most so many are the same'),
    repeat_rate: Type.Union([Type.Number({ minimum: 0, maximum: 1, format: 'double' }), Type.Null()], {
      description: 'Their share of what is comparable',
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
    scope: literalUnion(CACHE_SCOPES, { description: 'Whose answers callers would have been given' }),
    approximations: Type.Array(literalUnion(CACHE_APPROXIMATIONS), { minItems: 3, maxItems: 3 }),
    exact: Type.Union([RepeatEstimateSchema, cannotEstimate], { description: 'An upper bound' }),
    semantic: cannotEstimate,
  },
  { title: 'CachePreview', ...closed },
);

const purged = {
  by: literalUnion(PURGED_BY, { description: 'What `value` names' }),
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
  { ...purged, deleted: count('Entries that were removed') },
  { title: 'CachePurged', ...closed },
);
