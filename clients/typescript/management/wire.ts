/**
 * The documents of the wire as TypeScript types. This file is made from api/management-openapi.json: run `npm run generate` after a
 * change, and edit nothing here.
 */
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /** AnnotationClaim */
    AnnotationClaim: {
      /**
       * Format: int32
       * @description How many rows; more than 200 are taken for 200
       */
      k: number;
      /** @description Rows of this segment alone; absent and empty mean every segment */
      segment?: string;
      /**
       * @description Segments with the fewest labelled rows first, or where judges abstained and panels were split
       * @enum {string}
       */
      strategy: 'starved_segments' | 'hard_cases';
      /**
       * Format: int32
       * @description How many people may label a row, each without seeing the others; those who have are counted in; `1` when absent
       */
      overlap?: number;
      /**
       * Format: at-most-512-bytes
       * @description Who labels; a user is themselves and leaves it out, and of a token it is the token unless it is named.
       */
      annotator?: string;
    };
    /** AnnotationItem */
    AnnotationItem: {
      /**
       * Format: at-most-512-bytes
       * @description The request; its label names the same id.
       */
      req_id: string;
      workspace_id: components['schemas']['WorkspaceId'];
      req_ts: components['schemas']['Instant'];
      /** @description The route of the request; empty where it names none */
      segment: string;
      /** @description What was asked, word for word */
      instruction: string;
      /** @description What was answered, word for word */
      output: string;
      /** @description Why it is offered, for people; not to be parsed */
      priority_reason: string;
    };
    /** AnnotationProgress */
    AnnotationProgress: {
      /** @description Who claimed last comes first */
      annotators: components['schemas']['AnnotatorProgress'][];
    };
    /** AnnotationRelease */
    AnnotationRelease: {
      req_ids: string[];
      /** @description Whether they are never to be offered to this annotator again; `false` when absent */
      skip?: boolean;
      /**
       * Format: at-most-512-bytes
       * @description Who labels; a user is themselves and leaves it out, and of a token it is the token unless it is named.
       */
      annotator?: string;
    };
    /** AnnotatorProgress */
    AnnotatorProgress: {
      /**
       * Format: at-most-512-bytes
       * @description Who labels.
       */
      annotator: string;
      /**
       * Format: int64
       * @description Rows that they were ever given, a row as often as it was
       */
      claimed: number;
      /**
       * Format: int64
       * @description Rows that they hold now
       */
      leased: number;
      /**
       * Format: int64
       * @description Rows that they gave back
       */
      released: number;
      /**
       * Format: int64
       * @description Rows that they gave back for good
       */
      skipped: number;
      /**
       * Format: int64
       * @description Rows that they labelled as pass or fail, claimed or not; absent where labels are not kept
       */
      labelled?: number;
      last_claimed_at: components['schemas']['Instant'];
    };
    /** CacheAges */
    CacheAges: {
      /**
       * Format: int64
       * @description Of the middle one
       */
      p50: number;
      /**
       * Format: int64
       * @description Of nine in ten, at most
       */
      p90: number;
      /**
       * Format: int64
       * @description Of the oldest
       */
      max: number;
    };
    /** CacheCannotEstimate */
    CacheCannotEstimate: {
      /** @description Why there is no estimate */
      cannot_estimate: string;
    };
    /** CacheEvidence */
    CacheEvidence: {
      kinds: components['schemas']['CacheLicense'][];
      /**
       * Format: int64
       * @description Answers that are kept and have not expired
       */
      entries: number;
      /**
       * Format: int64
       * @description What they have in all
       */
      bytes: number;
      /** @description Whole seconds since answers were made; null where none is kept */
      age_seconds: components['schemas']['CacheAges'] | null;
    };
    /** CacheHits */
    CacheHits: {
      /**
       * Format: int64
       * @description Hits by the same request
       */
      exact: number;
      /**
       * Format: int64
       * @description Hits by a request that is equal but for blanks, order of members and forms of Unicode
       */
      normalized: number;
      /** @description Null where there is no rule of the kind, and was no hit of one */
      semantic: number | null;
    };
    /** CacheLicense */
    CacheLicense: {
      /** @enum {string} */
      kind: 'exact' | 'normalized' | 'semantic';
      /**
       * @description Whether hits of the kind may be said to save what the call cost
       * @enum {string}
       */
      posture: 'licensed' | 'cannot_measure';
      /** @description Why not; null where they may */
      reason: string | null;
    };
    /** CacheOutcomes */
    CacheOutcomes: {
      /**
       * Format: int64
       * @description Answered from the cache
       */
      hit: number;
      /**
       * Format: int64
       * @description Would have been, except for a rule in shadow; their callers got `miss`
       */
      would_hit: number;
      /**
       * Format: int64
       * @description Not found
       */
      miss: number;
      /**
       * Format: int64
       * @description Asked not to be looked up
       */
      bypass: number;
      /**
       * Format: int64
       * @description The cache could not be asked
       */
      error: number;
    };
    /** CachePreview */
    CachePreview: {
      from: components['schemas']['Instant'];
      to: components['schemas']['Instant'];
      /**
       * @description Whose answers callers would have been given
       * @enum {string}
       */
      scope: 'organization' | 'team' | 'key';
      approximations: ('fixed_usage' | 'recorded_runtime_state' | 'fingerprint_approximated')[];
      /** @description An upper bound */
      exact: components['schemas']['CacheRepeatEstimate'] | components['schemas']['CacheCannotEstimate'];
      semantic: components['schemas']['CacheCannotEstimate'];
    };
    /** CachePurge */
    CachePurge: {
      /**
       * @description What `value` names
       * @enum {string}
       */
      by: 'entry' | 'scope' | 'rule';
      /** @description The id of an entry (`x-tt-cache-entry`), the id of a rule, or the key of a scope: `organization:<id>`, `team:<environment id>:<owner>` or `key:<key id>` */
      value: string;
    };
    /** CachePurged */
    CachePurged: {
      /**
       * @description What `value` names
       * @enum {string}
       */
      by: 'entry' | 'scope' | 'rule';
      /** @description The id of an entry (`x-tt-cache-entry`), the id of a rule, or the key of a scope: `organization:<id>`, `team:<environment id>:<owner>` or `key:<key id>` */
      value: string;
      /**
       * Format: int64
       * @description Entries that were removed
       */
      deleted: number;
    };
    /** CacheRepeatEstimate */
    CacheRepeatEstimate: {
      /**
       * Format: int64
       * @description Calls of the gateway that came to their end, hits included
       */
      requests: number;
      /**
       * Format: int64
       * @description Those of which the tokens are known
       */
      comparable: number;
      /**
       * Format: int64
       * @description Those of them that look like one before, hits included: at most so many are the same
       */
      repeats: number;
      /** @description Their share of what is comparable */
      repeat_rate: number | null;
      would_save: components['schemas']['CacheSavings'];
    };
    /** CacheSavings */
    CacheSavings: {
      /** @description Null where the price of none of the requests is known; 0 is measured */
      usd: string | null;
      /**
       * Format: int64
       * @description Requests that it is of
       */
      requests: number;
      /**
       * Format: int64
       * @description Requests that are left out, because nobody knows what they would have cost
       */
      unpriced_excluded: number;
    };
    /**
     * CacheStats
     * @description Four sums that are never merged: the savings of hits of licensed kinds, the cost of the calls that hits of other kinds replaced, and the same two for rules in shadow mode, which saved nothing. A killed process loses its counts of the last 2 seconds.
     */
    CacheStats: {
      /** @description The first day of UTC that was counted; null before anything was */
      since: string | null;
      outcomes: components['schemas']['CacheOutcomes'];
      hits: components['schemas']['CacheHits'];
      savings: components['schemas']['CacheSavings'];
      unlicensed_savings: components['schemas']['CacheSavings'];
      shadow_savings: components['schemas']['CacheSavings'];
      unlicensed_shadow_savings: components['schemas']['CacheSavings'];
    };
    /** Capabilities */
    Capabilities: {
      management_api: {
        /**
         * Format: int32
         * @description What the wire promises; a breaking change comes with another one
         */
        epoch: number;
        /** @description Epoch and revision of the description */
        version: string;
        /** @description The description; relative to the deployment */
        spec_url: string;
        /** @description The description as a page; relative to the deployment */
        docs_url: string;
        /** @description Every problem that there is; relative to the deployment */
        problems_url: string;
        /** @description What stands before `/problems/` in the type of a problem; relative to the deployment */
        problem_type_base: string;
      };
    };
    /** ClaimedAnnotations */
    ClaimedAnnotations: {
      items: components['schemas']['AnnotationItem'][];
      /** @description Until when these rows are offered to nobody else; empty where nothing was claimed */
      lease_expires: string;
    };
    /**
     * Instant
     * @description RFC 3339 instant in UTC with milliseconds
     * @example 2026-01-31T08:00:00.000Z
     */
    Instant: string;
    /** JudgeChange */
    JudgeChange: {
      /** @enum {string} */
      kind: 'promoted' | 'repromoted' | 'demoted' | 'reset_version_change' | 'refused';
      /** @description `model=`, `prompt=` and `ver=`, joined by U+001F */
      version: string;
      at: components['schemas']['Instant'];
    };
    /** JudgeConfusion */
    JudgeConfusion: {
      /**
       * Format: int64
       * @description Judge and people pass
       */
      both_pass: number;
      /**
       * Format: int64
       * @description The judge passes what people fail
       */
      only_judge_passes: number;
      /**
       * Format: int64
       * @description The judge fails what people pass
       */
      only_people_pass: number;
      /**
       * Format: int64
       * @description Judge and people fail
       */
      both_fail: number;
    };
    /** JudgeCoordinates */
    JudgeCoordinates: {
      /**
       * Format: at-most-512-bytes
       * @description Model that judged.
       */
      model: string;
      /**
       * Format: at-most-512-bytes
       * @description Version of the judge’s method.
       */
      prompt_sha: string;
      /**
       * Format: at-most-512-bytes
       * @description Version of the evaluator.
       */
      eval_ver: string;
      /** @description How sure it was: of a panel, the share of its majority. */
      certainty?: number;
      /** @description Whether the seats of a panel were of several minds. */
      is_split?: boolean;
    };
    /** JudgeCoverage */
    JudgeCoverage: {
      /**
       * Format: int64
       * @description Rows that the judge was asked about: answered, abstained and failed
       */
      asked: number;
      /**
       * Format: int64
       * @description It passed or failed them
       */
      answered: number;
      /**
       * Format: int64
       * @description The judge abstained
       */
      abstained: number;
      /**
       * Format: int64
       * @description It was asked, and gave no verdict
       */
      failed: number;
      /**
       * Format: int64
       * @description Of all rows that it was asked about, those on which the seats of a panel disagreed
       */
      split: number;
      /** @description Null where the judge was asked about nothing */
      rate: number | null;
    };
    /** JudgeDisagreement */
    JudgeDisagreement: {
      /**
       * Format: at-most-512-bytes
       * @description The request.
       */
      req_id: string;
      workspace_id: components['schemas']['WorkspaceId'];
      req_ts: components['schemas']['Instant'];
      /**
       * Format: at-most-512-bytes
       * @description The outcome in which the judge said so.
       */
      outcome_id: string;
      /**
       * @description What the judge says; most people say the opposite
       * @enum {string}
       */
      judge: 'pass' | 'fail';
      people: {
        /**
         * Format: int64
         * @description People who pass it
         */
        pass: number;
        /**
         * Format: int64
         * @description People who fail it
         */
        fail: number;
      };
      /** @description What was asked, while its content is kept */
      instruction?: string;
      /** @description What was answered, while its content is kept */
      output?: string;
      /**
       * @description There where the answer broke off, so that `output` is what had come of it
       * @enum {boolean}
       */
      output_cut_off?: true;
      /** @description Of judges of this deployment, while content is kept; of others nothing is known */
      reasons: components['schemas']['JudgeReason'][];
    };
    /** JudgeDisagreements */
    JudgeDisagreements: {
      subject: components['schemas']['JudgeSubject'];
      /**
       * Format: int64
       * @description Requests on which judge and people differ now
       */
      total: number;
      disagreements: components['schemas']['JudgeDisagreement'][];
    };
    /** JudgeFailure */
    JudgeFailure: {
      /**
       * Format: at-most-512-bytes
       * @description The request.
       */
      req_id: string;
      workspace_id: components['schemas']['WorkspaceId'];
      req_ts: components['schemas']['Instant'];
      failed_at: components['schemas']['Instant'];
      /** @description Why there was no verdict */
      code: string;
      /** @description The same as a sentence */
      detail: string;
      /** @description Seats that gave no vote */
      seats: components['schemas']['JudgeSeatFailure'][];
    };
    /** JudgeFailureCount */
    JudgeFailureCount: {
      /** @description Why there was no verdict */
      code: string;
      /** Format: int32 */
      count: number;
    };
    /** JudgeFailures */
    JudgeFailures: {
      subject: components['schemas']['JudgeSubject'];
      /**
       * Format: int32
       * @description Requests without a verdict; of more than 10000 the newest
       */
      counted: number;
      /** @description Why, how often each of those that are counted; the most frequent first */
      codes: components['schemas']['JudgeFailureCount'][];
      failures: components['schemas']['JudgeFailure'][];
    };
    /** JudgeFloors */
    JudgeFloors: {
      /**
       * Format: int64
       * @description Rows that people labelled and the judge judged
       */
      judge_validation_min_n: number;
      /**
       * Format: int64
       * @description Rows that two people or more labelled
       */
      iaa_overlap_min_n: number;
      /**
       * Format: int64
       * @description Swap trials, where any were made
       */
      swap_set_min_pairs: number;
      /** @description Share of labelled rows that the judge passes or fails; absent where it was not held, before coverage was recorded */
      judge_coverage_floor?: number;
      /** @description Kappa of judge and people */
      judge_kappa_floor: number;
      /** @description Alpha of people among themselves */
      gold_set_iaa_floor: number;
      /** @description The largest share of swap trials in which the order decides */
      swap_flip_ceiling: number;
    };
    /** JudgeGoldSet */
    JudgeGoldSet: {
      /**
       * Format: int64
       * @description Requests of the segment that people passed or failed
       */
      rows: number;
      /**
       * Format: int64
       * @description People who did; spellings of one name are one person
       */
      people: number;
      /**
       * Format: int64
       * @description Rows that two people or more passed or failed: `iaa` is measured on them
       */
      overlap: number;
      /**
       * Format: int64
       * @description Rows that as many people pass as fail: they say how far people agree, and nothing of the judge
       */
      tied: number;
      /**
       * Format: int64
       * @description Labels by which a person abstained; they count in no other figure
       */
      abstained: number;
      /** @description Whose labels they are, as `evals.validation.gold_sources` had it */
      sources: ('outcomes' | 'feedback')[];
    };
    /** JudgeHistory */
    JudgeHistory: {
      subject: components['schemas']['JudgeSubject'];
      /** @description Oldest first */
      timeline: components['schemas']['JudgeChange'][];
      /** @description The newest; none before the first */
      records: components['schemas']['JudgeHistoryRecord'][];
    };
    /** JudgeHistoryRecord */
    JudgeHistoryRecord: {
      id: components['schemas']['JudgeValidationId'];
      at: components['schemas']['Instant'];
      /** @description `model=`, `prompt=` and `ver=`, joined by U+001F */
      version: string;
      /** @description Digest of the labels of the newest validation; empty without one */
      gold_revision: string;
      promoted: boolean;
      /** @description Agreement of judge and people beyond chance */
      kappa?: number;
      kappa_interval?: components['schemas']['KappaInterval'];
      /**
       * Format: int64
       * @description Rows that kappa was measured on
       */
      validated_n?: number;
      iaa: number | null;
      /** @description Share of swap trials whose orderings named different winners */
      swap_flip?: number;
      swap_trials?: components['schemas']['JudgeSwapTrials'];
      /** @description What the judge said of labelled rows; null where it was not recorded */
      coverage: components['schemas']['JudgeCoverage'] | null;
      /** @description What people said; null where it was not recorded */
      gold_set: components['schemas']['JudgeGoldSet'] | null;
      /**
       * Format: int64
       * @description Labels on the metric at that time, on all requests
       */
      labels?: number;
      /** @description All labels are of one person */
      single_annotator: boolean;
      confusion: components['schemas']['JudgeConfusion'];
      floors_applied: (
        | 'JudgeValidationMinN'
        | 'IAAOverlapMinN'
        | 'SwapSetMinPairs'
        | 'JudgeKappaFloor'
        | 'GoldSetIAAFloor'
        | 'SwapFlipCeiling'
      )[];
      floors: components['schemas']['JudgeFloors'];
      refusals: components['schemas']['JudgeRefusal'][];
      /** @description The floors that were missed, in the order of `refusals`, those of later versions too; `shape` where nothing can be measured. Absent where it was not recorded */
      missed?: string[];
      selective_risk: components['schemas']['SelectiveRisk'] | null;
    };
    /** JudgePassRate */
    JudgePassRate: {
      subject: components['schemas']['JudgeSubject'];
      /** @description Digest of the labels of the newest validation; empty without one */
      gold_revision: string;
      judged: {
        /**
         * Format: int64
         * @description Unlabelled requests that the judge passes
         */
        pass: number;
        /**
         * Format: int64
         * @description Unlabelled requests that it fails
         */
        fail: number;
      };
      coverage: components['schemas']['JudgeCoverage'];
      /** @description Share of unlabelled requests with a verdict that it passes; null without any */
      judge_rate: number | null;
      /** @description Rogan and Gladen: the errors that the newest validation found are taken out. Null where that cannot be */
      corrected_rate: number | null;
      interval?: components['schemas']['PassRateInterval'];
      /** @enum {string} */
      confidence: '0.80' | '0.90' | '0.95' | '0.975' | '0.99';
      /**
       * @description Why there is no corrected rate
       * @enum {string}
       */
      absent_reason?: 'never_validated' | 'nothing_judged' | 'one_category' | 'no_better_than_chance';
    };
    /** JudgeReading */
    JudgeReading: {
      subject: components['schemas']['JudgeSubject'];
      /** @enum {string} */
      state: 'promoted' | 'never_validated' | 'version_changed';
      /** @description Agreement of judge and people beyond chance */
      kappa?: number;
      kappa_interval?: components['schemas']['KappaInterval'];
      /**
       * Format: int64
       * @description Rows that kappa was measured on
       */
      validated_n?: number;
      iaa: number | null;
      /** @description Share of swap trials whose orderings named different winners */
      swap_flip?: number;
      swap_trials?: components['schemas']['JudgeSwapTrials'];
      /** @description What the judge said of labelled rows; null where it was not recorded */
      coverage: components['schemas']['JudgeCoverage'] | null;
      /** @description What people said; null where it was not recorded */
      gold_set: components['schemas']['JudgeGoldSet'] | null;
      /** @description All labels are of one person */
      single_annotator?: boolean;
      /** @description Digest of the labels of the newest validation; empty without one */
      gold_revision: string;
      floors_applied: (
        | 'JudgeValidationMinN'
        | 'IAAOverlapMinN'
        | 'SwapSetMinPairs'
        | 'JudgeKappaFloor'
        | 'GoldSetIAAFloor'
        | 'SwapFlipCeiling'
      )[];
      floors?: components['schemas']['JudgeFloors'];
      /** @description The floors that were missed, in the order of `refusals`, those of later versions too; `shape` where nothing can be measured. Absent where it was not recorded */
      missed?: string[];
      spend: null;
      selective_risk: components['schemas']['SelectiveRisk'] | null;
      anchor: null;
      last_run?: components['schemas']['Instant'];
    };
    /** JudgeReadings */
    JudgeReadings: {
      /** @description Whether a worker is alive that validates judges by itself: what workers say of themselves, not what this process was configured with */
      auto_validate: boolean;
      /**
       * Format: int32
       * @description Judges with an outcome that is kept
       */
      subjects_observed: number;
      subjects: components['schemas']['JudgeReading'][];
      /**
       * @description Where a record could not be read, every judge counts as never validated
       * @enum {string}
       */
      validation_state: 'empty' | 'restored' | 'unrestorable';
      /** @description Which records could not */
      validation_state_detail?: string;
      /** @description What is to be known of members that are null */
      notes: string[];
    };
    /** JudgeReason */
    JudgeReason: {
      /**
       * Format: int32
       * @description Seat of the panel; 0 of a judge alone
       */
      seat: number;
      /** @description Why, in the words of the model */
      text: string;
    };
    /** JudgeRefusal */
    JudgeRefusal: {
      /**
       * @description The floor that was missed; empty where the labels have a shape that nothing can be measured of, and of a floor that came after this epoch began, which its text names
       * @enum {string}
       */
      floor:
        | 'JudgeValidationMinN'
        | 'IAAOverlapMinN'
        | 'SwapSetMinPairs'
        | 'JudgeKappaFloor'
        | 'GoldSetIAAFloor'
        | 'SwapFlipCeiling'
        | '';
      need: number;
      have: number;
      /** @enum {string} */
      unit: 'rows' | 'pairs' | 'kappa' | 'alpha' | 'share' | '';
      /** @description A sentence to act on */
      text: string;
    };
    /** JudgeSeatFailure */
    JudgeSeatFailure: {
      /**
       * Format: int32
       * @description Seat of the panel; 0 of a judge alone
       */
      seat: number;
      /** @description The model of the seat */
      model: string;
      /** @description Why there was no verdict */
      code: string;
      /** @description The same as a sentence */
      detail: string;
      /** @description What came back, from its beginning, while content is kept; absent where nothing readable came */
      reply?: string;
    };
    /** JudgeSubject */
    JudgeSubject: {
      id: components['schemas']['JudgeSubjectId'];
      /** @description The judge */
      judge_id: string;
      /** @description Model that judges */
      model: string;
      /** @description Version of the judge’s method */
      prompt_sha: string;
      /** @description Version of the evaluator */
      eval_ver: string;
      /** @description What it judges */
      metric: string;
      /** @description Route of the requests; empty where they name none */
      segment: string;
    };
    /**
     * JudgeSubjectId
     * @description Read it, never construct it
     * @example 5c1f0a9be2d4
     */
    JudgeSubjectId: string;
    /** JudgeSwapTrials */
    JudgeSwapTrials: {
      /**
       * Format: int64
       * @description Pairs that the judge was shown in both orders
       */
      trials: number;
      /**
       * Format: int64
       * @description The orders name different winners: `swap_flip` is their share
       */
      flips: number;
      /**
       * Format: int64
       * @description One order is a tie, and the other one names a winner
       */
      tied_once: number;
      /**
       * Format: int64
       * @description Both orders are ties
       */
      tied_twice: number;
      /** @description Share of trials whose orders differ, counting a tie in one order and a winner in the other; no floor applies to it */
      flip_with_ties: number;
    };
    /**
     * JudgeValidationId
     * @description jval_ and 26 characters, as the service gave it
     * @example jval_01k9d4w7z2e8sb6f3m5q0v1xya
     */
    JudgeValidationId: string;
    /**
     * KappaInterval
     * @description Absent where every row says the same of kappa
     */
    KappaInterval: {
      /** @description At 0.95 */
      lower: number;
      /** @description At 0.95 */
      upper: number;
    };
    /**
     * Label
     * @description The label of the token, or the name of the user
     * @example Weekly spend
     */
    Label: string;
    /** Login */
    Login: {
      name: components['schemas']['UserName'];
      /**
       * Format: password
       * @example correct horse battery staple
       */
      password: string;
    };
    /** Logout */
    Logout: {
      token_id: components['schemas']['ManagementTokenId'];
      /** @enum {boolean} */
      ended: true;
    };
    /** ManagementMe */
    ManagementMe: {
      token_id: components['schemas']['ManagementTokenId'];
      user_id?: components['schemas']['ManagementUserId'];
      label: components['schemas']['Label'];
      /**
       * @description Each may do what those before it may
       * @enum {string}
       */
      role: 'viewer' | 'operator' | 'admin';
      scopes: (
        | 'analytics:read'
        | 'cache:read'
        | 'cache:write'
        | 'config:read'
        | 'content:read'
        | 'evals:read'
        | 'evals:write'
        | 'evidence:read'
        | 'evidence:write'
        | 'quality:read'
        | 'quality:write'
      )[];
      expires_at?: components['schemas']['Instant'];
    };
    /** ManagementProblem */
    ManagementProblem: {
      /**
       * @description A reference that names the problem; relative to the deployment
       * @enum {string}
       */
      type:
        | '/tt/api/problems/bad_request'
        | '/tt/api/problems/unauthenticated'
        | '/tt/api/problems/forbidden'
        | '/tt/api/problems/gate_failed'
        | '/tt/api/problems/not_found'
        | '/tt/api/problems/feature_absent'
        | '/tt/api/problems/method_not_allowed'
        | '/tt/api/problems/request_timeout'
        | '/tt/api/problems/already_exists'
        | '/tt/api/problems/conflict'
        | '/tt/api/problems/gone'
        | '/tt/api/problems/precondition_failed'
        | '/tt/api/problems/payload_too_large'
        | '/tt/api/problems/uri_too_long'
        | '/tt/api/problems/unsupported_media_type'
        | '/tt/api/problems/expectation_failed'
        | '/tt/api/problems/unprocessable'
        | '/tt/api/problems/rate_limited'
        | '/tt/api/problems/headers_too_large'
        | '/tt/api/problems/internal'
        | '/tt/api/problems/budget_exceeded'
        | '/tt/api/problems/dependency_unavailable';
      /** @description The same for every problem of this type */
      title: string;
      /** Format: int32 */
      status: number;
      /** @description A sentence to act on */
      detail: string;
      /**
       * @description The last part of `type`
       * @enum {string}
       */
      code:
        | 'bad_request'
        | 'unauthenticated'
        | 'forbidden'
        | 'gate_failed'
        | 'not_found'
        | 'feature_absent'
        | 'method_not_allowed'
        | 'request_timeout'
        | 'already_exists'
        | 'conflict'
        | 'gone'
        | 'precondition_failed'
        | 'payload_too_large'
        | 'uri_too_long'
        | 'unsupported_media_type'
        | 'expectation_failed'
        | 'unprocessable'
        | 'rate_limited'
        | 'headers_too_large'
        | 'internal'
        | 'budget_exceeded'
        | 'dependency_unavailable';
      request_id: components['schemas']['RequestId'];
      /** @description Absent where no member is at fault */
      errors?: {
        /** @description RFC 6901 pointer to the faulty member; empty for the whole document */
        pointer: string;
        detail: string;
      }[];
    };
    /**
     * ManagementTokenId
     * @description tok_ and 26 characters, as the service gave it
     * @example tok_01k9d4w7z2e8sb6f3m5q0v1xya
     */
    ManagementTokenId: string;
    /**
     * ManagementUserId
     * @description usr_ and 26 characters, as the service gave it
     * @example usr_01k9d4w7z2e8sb6f3m5q0v1xya
     */
    ManagementUserId: string;
    /** OtelOutcomeReceipt */
    OtelOutcomeReceipt: {
      /**
       * Format: int32
       * @description Outcomes that are kept; each counts once however often it is sent
       */
      accepted: number;
      /**
       * Format: int32
       * @description Outcomes that are not
       */
      refused: number;
      /** @description Why, of each that was refused */
      refusals: components['schemas']['OtelOutcomeRefusal'][];
    };
    /** OtelOutcomeRefusal */
    OtelOutcomeRefusal: {
      /**
       * Format: int32
       * @description Its place among those that were sent, from 0
       */
      index: number;
      /** @enum {string} */
      reason:
        | 'unknown_evaluator'
        | 'unknown_metric'
        | 'basis_too_high'
        | 'foreign_annotator'
        | 'unknown_request'
        | 'ambiguous_request'
        | 'conflicting'
        | 'broken_rule';
      /** @description A sentence to act on */
      detail: string;
    };
    /**
     * OtlpEvaluations
     * @description An ExportLogsServiceRequest or ExportTraceServiceRequest of OTLP in JSON, in which events `gen_ai.evaluation.result` are read
     */
    OtlpEvaluations: {
      [key: string]: unknown;
    };
    /** Outcome */
    Outcome: {
      /**
       * Format: at-most-512-bytes
       * @description The request, as its gateway names it.
       */
      req_id: string;
      workspace_id?: components['schemas']['WorkspaceId'];
      /**
       * Format: at-most-512-bytes
       * @description The outcome; unique per request, and the same whenever it is sent.
       */
      outcome_id: string;
      /**
       * Format: at-most-512-bytes
       * @description Who or what evaluated: an id of the registry.
       */
      evaluator_id: string;
      /**
       * Format: at-most-512-bytes
       * @description What was evaluated: `correctness`, `groundedness`, `helpfulness`, `instruction_following`, `relevance`, `safety`, `satisfaction`.
       */
      metric: string;
      /**
       * @description The most that the evaluator and the credential allow, when absent.
       * @enum {string}
       */
      basis?: 'reported' | 'measured';
      /** @description When it was evaluated. */
      occurred_at: string;
      /** @enum {string} */
      verdict?: 'pass' | 'fail' | 'abstained' | 'no_verdict';
      /** @description In the scale of the evaluator. */
      score?: number;
      /**
       * Format: at-most-512-bytes
       * @description Whose label it is; of a user’s own label, the user, also when absent.
       */
      annotator?: string;
      judge?: components['schemas']['JudgeCoordinates'];
      swap?: components['schemas']['SwapTrial'];
    };
    /** OutcomeBatch */
    OutcomeBatch: {
      outcomes: components['schemas']['Outcome'][];
    };
    /** OutcomeReceipt */
    OutcomeReceipt: {
      /**
       * Format: int32
       * @description Outcomes that are kept; each counts once however often it is sent
       */
      accepted: number;
      /**
       * Format: int32
       * @description Outcomes that are not
       */
      refused: number;
      /** @description Why, of each that was refused */
      refusals: components['schemas']['OutcomeRefusal'][];
    };
    /** OutcomeRefusal */
    OutcomeRefusal: {
      /**
       * Format: int32
       * @description Its place among those that were sent, from 0
       */
      index: number;
      /** @enum {string} */
      reason:
        | 'unknown_evaluator'
        | 'unknown_metric'
        | 'basis_too_high'
        | 'foreign_annotator'
        | 'unknown_request'
        | 'ambiguous_request'
        | 'conflicting'
        | 'broken_rule';
      /** @description A sentence to act on */
      detail: string;
    };
    /**
     * PassRateInterval
     * @description Lang and Reiczigel; absent without a corrected rate
     */
    PassRateInterval: {
      /** @description At `confidence` */
      lower: number;
      /** @description At `confidence` */
      upper: number;
    };
    /** ReleasedAnnotations */
    ReleasedAnnotations: {
      /** Format: int32 */
      released: number;
    };
    /**
     * RequestId
     * @description req_ and 26 characters, as the service gave it
     * @example req_01k9d4w7z2e8sb6f3m5q0v1xya
     */
    RequestId: string;
    /** SelectiveRisk */
    SelectiveRisk: {
      /** @description The largest share of disagreements that is accepted */
      alpha: number;
      /** @enum {string} */
      confidence: '0.80' | '0.90' | '0.95' | '0.975' | '0.99';
      /**
       * Format: int64
       * @description Labelled rows of which the judge said how sure it was
       */
      rows: number;
      /** @description Verdicts of this certainty or more can stand alone */
      least_score?: number;
      /**
       * Format: int64
       * @description Labelled rows above it
       */
      accepted?: number;
      /**
       * Format: int64
       * @description Of these, those that people judged otherwise
       */
      disagreed?: number;
      /**
       * @description Why no region was fitted
       * @enum {string}
       */
      refusal_code?: 'too_few_rows' | 'risk_too_high';
    };
    /** SwapTrial */
    SwapTrial: {
      /**
       * @description Winner with the baseline shown first.
       * @enum {string}
       */
      shown_first: 'baseline' | 'candidate' | 'tie';
      /**
       * @description Winner with the candidate shown first.
       * @enum {string}
       */
      shown_swapped: 'baseline' | 'candidate' | 'tie';
    };
    /**
     * UserName
     * @example ada
     */
    UserName: string;
    /**
     * WorkspaceId
     * @description t_ and 26 characters, as the service gave it
     * @example t_01k9d4w7z2e8sb6f3m5q0v1xya
     */
    WorkspaceId: string;
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type AnnotationClaim = components['schemas']['AnnotationClaim'];
export type AnnotationItem = components['schemas']['AnnotationItem'];
export type AnnotationProgress = components['schemas']['AnnotationProgress'];
export type AnnotationRelease = components['schemas']['AnnotationRelease'];
export type AnnotatorProgress = components['schemas']['AnnotatorProgress'];
export type CacheAges = components['schemas']['CacheAges'];
export type CacheCannotEstimate = components['schemas']['CacheCannotEstimate'];
export type CacheEvidence = components['schemas']['CacheEvidence'];
export type CacheHits = components['schemas']['CacheHits'];
export type CacheLicense = components['schemas']['CacheLicense'];
export type CacheOutcomes = components['schemas']['CacheOutcomes'];
export type CachePreview = components['schemas']['CachePreview'];
export type CachePurge = components['schemas']['CachePurge'];
export type CachePurged = components['schemas']['CachePurged'];
export type CacheRepeatEstimate = components['schemas']['CacheRepeatEstimate'];
export type CacheSavings = components['schemas']['CacheSavings'];
export type CacheStats = components['schemas']['CacheStats'];
export type Capabilities = components['schemas']['Capabilities'];
export type ClaimedAnnotations = components['schemas']['ClaimedAnnotations'];
export type Instant = components['schemas']['Instant'];
export type JudgeChange = components['schemas']['JudgeChange'];
export type JudgeConfusion = components['schemas']['JudgeConfusion'];
export type JudgeCoordinates = components['schemas']['JudgeCoordinates'];
export type JudgeCoverage = components['schemas']['JudgeCoverage'];
export type JudgeDisagreement = components['schemas']['JudgeDisagreement'];
export type JudgeDisagreements = components['schemas']['JudgeDisagreements'];
export type JudgeFailure = components['schemas']['JudgeFailure'];
export type JudgeFailureCount = components['schemas']['JudgeFailureCount'];
export type JudgeFailures = components['schemas']['JudgeFailures'];
export type JudgeFloors = components['schemas']['JudgeFloors'];
export type JudgeGoldSet = components['schemas']['JudgeGoldSet'];
export type JudgeHistory = components['schemas']['JudgeHistory'];
export type JudgeHistoryRecord = components['schemas']['JudgeHistoryRecord'];
export type JudgePassRate = components['schemas']['JudgePassRate'];
export type JudgeReading = components['schemas']['JudgeReading'];
export type JudgeReadings = components['schemas']['JudgeReadings'];
export type JudgeReason = components['schemas']['JudgeReason'];
export type JudgeRefusal = components['schemas']['JudgeRefusal'];
export type JudgeSeatFailure = components['schemas']['JudgeSeatFailure'];
export type JudgeSubject = components['schemas']['JudgeSubject'];
export type JudgeSubjectId = components['schemas']['JudgeSubjectId'];
export type JudgeSwapTrials = components['schemas']['JudgeSwapTrials'];
export type JudgeValidationId = components['schemas']['JudgeValidationId'];
export type KappaInterval = components['schemas']['KappaInterval'];
export type Label = components['schemas']['Label'];
export type Login = components['schemas']['Login'];
export type Logout = components['schemas']['Logout'];
export type ManagementMe = components['schemas']['ManagementMe'];
export type ManagementProblem = components['schemas']['ManagementProblem'];
export type ManagementTokenId = components['schemas']['ManagementTokenId'];
export type ManagementUserId = components['schemas']['ManagementUserId'];
export type OtelOutcomeReceipt = components['schemas']['OtelOutcomeReceipt'];
export type OtelOutcomeRefusal = components['schemas']['OtelOutcomeRefusal'];
export type OtlpEvaluations = components['schemas']['OtlpEvaluations'];
export type Outcome = components['schemas']['Outcome'];
export type OutcomeBatch = components['schemas']['OutcomeBatch'];
export type OutcomeReceipt = components['schemas']['OutcomeReceipt'];
export type OutcomeRefusal = components['schemas']['OutcomeRefusal'];
export type PassRateInterval = components['schemas']['PassRateInterval'];
export type ReleasedAnnotations = components['schemas']['ReleasedAnnotations'];
export type RequestId = components['schemas']['RequestId'];
export type SelectiveRisk = components['schemas']['SelectiveRisk'];
export type SwapTrial = components['schemas']['SwapTrial'];
export type UserName = components['schemas']['UserName'];
export type WorkspaceId = components['schemas']['WorkspaceId'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
