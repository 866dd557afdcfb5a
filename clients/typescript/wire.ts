/**
 * The documents of the wire as TypeScript types. This file is made from api/openapi.json: run `npm run generate` after a
 * change, and edit nothing here.
 */
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /** AcceptanceRuleV1 */
    AcceptanceRuleV1: {
      /**
       * @description How sure the answer has to be
       * @enum {string}
       */
      confidence: '0.80' | '0.90' | '0.95' | '0.975' | '0.99';
      /** @description Absent where no quality is asked for */
      quality?:
        | {
            /** @enum {string} */
            kind: 'better';
          }
        | {
            /** @enum {string} */
            kind: 'not_worse';
            /**
             * @description By how much less than the baseline it may pass, as a share of the cases
             * @example 0.05
             */
            margin: string;
          };
      /**
       * Format: int32
       * @description Cases that could not be compared, at most
       */
      tolerated_unknowns: number;
      /** @description A critical case that fails contradicts */
      critical_cases_must_pass: boolean;
      /**
       * @description What the candidate may cost for each unit that the baseline costs; absent where cost decides nothing
       * @example 0.8
       */
      highest_cost_ratio?: string;
    };
    /** AllowedBlock */
    AllowedBlock: {
      organization_id: components['schemas']['OrganizationId'];
      workspace_id?: components['schemas']['WorkspaceId'];
      application_id?: components['schemas']['ApplicationId'];
      gateway_id?: components['schemas']['GatewayId'];
      environment_id?: components['schemas']['EnvironmentId'];
      /** @description What may be done there, and in everything below */
      actions: ('metadata.read' | 'cost.read' | 'content.read' | 'comparisons.run' | 'releases.deploy')[];
    };
    /** AnswerGroup */
    AnswerGroup: {
      /** @enum {string} */
      purpose: 'application' | 'playground' | 'comparison' | 'judge' | 'connection_validation';
      bucket?: components['schemas']['Bucket'];
      facet?: components['schemas']['GroupFacet'];
      cells: components['schemas']['Cell'][];
      latency?: components['schemas']['LatencySummary'][];
      protection?: components['schemas']['GroupProtection'];
      evidence_coverage?: {
        completion: components['schemas']['CompletionEvidence'];
        spend?: components['schemas']['SpendEvidence'];
      };
      previous?: components['schemas']['PreviousPeriod'];
    };
    /**
     * ApplicationId
     * @description app_ and 26 characters, as the service gave it
     * @example app_01k9d4w7z2e8sb6f3m5q0v1xya
     */
    ApplicationId: string;
    /** ApplicationV1 */
    ApplicationV1: {
      application_id: components['schemas']['ApplicationId'];
      workspace_id: components['schemas']['WorkspaceId'];
      name: components['schemas']['Name'];
      created_at: components['schemas']['Instant'];
    };
    /** ArmCost */
    ArmCost:
      | {
          /** @enum {string} */
          state: 'present';
          /** Format: int32 */
          calls: number;
          nano_usd: components['schemas']['NanoUsd'];
        }
      | {
          /** @enum {string} */
          state: 'absent';
          /** @enum {string} */
          reason: 'unpriced_population' | 'no_comparable_cases' | 'scope_not_authorized';
        };
    /** ArmCosts */
    ArmCosts: {
      baseline: components['schemas']['ArmCost'];
      candidate: components['schemas']['ArmCost'];
    };
    /** ArmLatencies */
    ArmLatencies: {
      baseline: components['schemas']['ArmLatency'];
      candidate: components['schemas']['ArmLatency'];
    };
    /** ArmLatency */
    ArmLatency:
      | {
          /** @enum {string} */
          state: 'present';
          /** Format: int32 */
          answers: number;
          p50_ms: string;
          p95_ms: string;
        }
      | {
          /** @enum {string} */
          state: 'absent';
          /** @enum {string} */
          reason: 'no_comparable_cases';
        };
    /** AttemptEvent */
    AttemptEvent: {
      /**
       * @description Name of the event.
       * @enum {string}
       */
      event: 'attempt';
      /**
       * @description Version of this format.
       * @enum {number}
       */
      schema: 1;
      /**
       * @description What the request was made for.
       * @enum {unknown}
       */
      purpose: 'application' | 'playground' | 'comparison' | 'judge' | 'connection_validation';
      /**
       * Format: at-most-512-bytes
       * @description The request, as its gateway names it; unique within the workspace.
       */
      logical_request_id: string;
      /**
       * Format: at-most-512-bytes
       * @description Release that the environment ran.
       */
      release_id?: string;
      /**
       * Format: at-most-512-bytes
       * @description Route that the request took.
       */
      route_id?: string;
      /**
       * Format: at-most-512-bytes
       * @description Trace that the request was part of.
       */
      trace_id?: string;
      /**
       * Format: at-most-512-bytes
       * @description Team that the request is attributed to.
       */
      team_id?: string;
      /**
       * Format: at-most-512-bytes
       * @description Size class of the input, in the words of the gateway.
       */
      input_size_bucket?: string;
      /** @description Names of the call that other requests may report as well. The first request counts. A later request is the same call, and changes nothing, if the two share a name of their own or one encloses the other. */
      call_names?: {
        /** @description Names of this report of the call. */
        own: string[];
        /** @description Names of reports of the same call that enclose this one, such as parent spans. */
        around: string[];
      };
      /**
       * Format: at-most-512-bytes
       * @description The attempt; unique within the workspace.
       */
      attempt_id: string;
      /**
       * Format: int32
       * @description Place among the attempts of the request, from 1.
       */
      ordinal: number;
      /**
       * @description Why the attempt was made.
       * @enum {unknown}
       */
      role: 'primary' | 'retry' | 'fallback';
      /** @description The attempt went another route than the one before. */
      route_changed: boolean;
      /**
       * @description How much output came back.
       * @enum {unknown}
       */
      output_state: 'none' | 'partial' | 'complete';
      /**
       * Format: at-most-512-bytes
       * @description Provider that was called.
       */
      provider_id: string;
      /**
       * Format: at-most-512-bytes
       * @description Model, in the words of the provider.
       */
      provider_model: string;
      /**
       * Format: at-most-512-bytes
       * @description Connection that was used.
       */
      connection_id?: string;
      /**
       * @description Who counted the tokens; `none` exactly when `usage_known` is false.
       * @enum {unknown}
       */
      usage_source: 'provider' | 'gateway' | 'none';
      /** @description When false, no token member may be given; when true, input, output and total are required. */
      usage_known: boolean;
      /**
       * Format: int64
       * @description Tokens sent, tokens read from a cache included.
       */
      input_tokens?: number;
      /**
       * Format: int64
       * @description Tokens received, reasoning included.
       */
      output_tokens?: number;
      /**
       * Format: int64
       * @description Tokens read from the provider’s cache.
       */
      cache_read_tokens?: number;
      /**
       * Format: int64
       * @description Tokens written to the provider’s cache.
       */
      cache_write_tokens?: number;
      /**
       * Format: int64
       * @description Tokens spent on reasoning.
       */
      reasoning_tokens?: number;
      /**
       * Format: int64
       * @description Tokens in all, as reported.
       */
      total_tokens?: number;
      /** @description When the call was sent; the time base of tokens. */
      dispatched_at: string;
      /** @description When the call ended; absent when that was not seen. */
      terminal_at?: string;
      scope?: {
        /**
         * Format: at-most-512-bytes
         * @description Organization.
         */
        organization_id: string;
        /**
         * Format: at-most-512-bytes
         * @description Workspace.
         */
        workspace_id: string;
        /**
         * Format: at-most-512-bytes
         * @description Application.
         */
        application_id: string;
        /**
         * Format: at-most-512-bytes
         * @description Gateway.
         */
        gateway_id: string;
        /**
         * Format: at-most-512-bytes
         * @description Environment, the leaf that the traffic belongs to.
         */
        environment_id: string;
      };
    };
    /**
     * AttemptFilter
     * @description Only on an attempt-grain drilldown
     */
    AttemptFilter: {
      provider_id?: components['schemas']['FilterText'];
      provider_model?: components['schemas']['FilterText'];
      cost_effects_only?: boolean;
      logical_request_id?: components['schemas']['LogicalRequestId'];
    };
    /** AttemptRow */
    AttemptRow: {
      logical_request_id: string;
      attempt_id: string;
      ordinal?: components['schemas']['Count'];
      /** @enum {string} */
      purpose: 'application' | 'playground' | 'comparison' | 'judge' | 'connection_validation';
      /** @enum {string} */
      role: 'primary' | 'retry' | 'fallback' | 'unattributed';
      route_changed?: boolean;
      /** @enum {string} */
      output_state?: 'none' | 'partial' | 'complete';
      provider_id: string;
      provider_model: string;
      /** @description Absent when none is named */
      connection_id?: string;
      /** @enum {string} */
      usage_source?: 'provider' | 'gateway' | 'none';
      /** @description False: no token member is present, and none of them is 0 */
      usage_known: boolean;
      input_tokens?: components['schemas']['Count'];
      output_tokens?: components['schemas']['Count'];
      cache_read_tokens?: components['schemas']['Count'];
      cache_write_tokens?: components['schemas']['Count'];
      reasoning_tokens?: components['schemas']['Count'];
      total_tokens?: components['schemas']['Count'];
      dispatched_at?: components['schemas']['Instant'];
      terminal_at?: components['schemas']['Instant'];
    };
    /** AvailableValue */
    AvailableValue: {
      /** @enum {string} */
      state: 'available';
      number: components['schemas']['DecimalNumber'];
      /** @enum {string} */
      unit: 'count' | 'ratio' | 'nano_usd' | 'tokens' | 'milliseconds' | 'seconds' | 'marker' | 'coverage';
      /**
       * @description Money in USD, exactly: `number` divided by 1,000,000,000. With the unit `nano_usd` alone
       * @example 91.82
       */
      amount_usd?: string;
    };
    /**
     * Bound
     * @description RFC 3339 instant of the years 2000 to 2099, in which facts can lie
     * @example 2026-01-01T00:00:00Z
     */
    Bound: string;
    /**
     * Bucket
     * @description An hour of UTC, or a day, Monday week or month of UTC or of bucket_tz, clipped to the window
     */
    Bucket: {
      from: components['schemas']['Instant'];
      to: components['schemas']['Instant'];
      /**
       * @description Start of the UTC bucket, written in display_tz; of a bucket of bucket_tz its date or month there
       * @example 2026-01-31 08:00 +01:00
       */
      label: string;
    };
    /**
     * BucketZone
     * @description Only on series: IANA time zone whose own days, weeks and months are the buckets, of 23 or 25 hours where clocks change. Hours stay those of UTC
     * @example Europe/Berlin
     */
    BucketZone: string;
    /**
     * Cadence
     * @example {
     *       "mode": "wall_clock",
     *       "frequency": "weekly",
     *       "weekday": "monday",
     *       "local_time": "08:30",
     *       "timezone": "Europe/Berlin"
     *     }
     * @example {
     *       "mode": "interval",
     *       "frequency": "hourly",
     *       "anchor": "2026-01-01T00:15:00Z"
     *     }
     */
    Cadence: {
      /**
       * @description `interval` counts elapsed time from an anchor; `wall_clock` follows the clocks of a zone
       * @enum {string}
       */
      mode: 'interval' | 'wall_clock';
      /**
       * @description `hourly` of intervals alone
       * @enum {string}
       */
      frequency: 'hourly' | 'daily' | 'weekly';
      anchor?: components['schemas']['ScheduleBound'];
      /**
       * @description `HH:MM`, 00:00 to 23:59; of wall clocks, which need it
       * @example 08:30
       */
      local_time?: string;
      /**
       * @description IANA time zone: drives a wall clock, which needs it; labels an interval and moves it not
       * @example Europe/Berlin
       */
      timezone?: string;
      /**
       * @description Of weekly wall clocks, which need it
       * @enum {string}
       */
      weekday?: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday';
    };
    /**
     * CadenceEdit
     * @description Without `mode` it keeps the mode that the schedule has
     * @example {
     *       "mode": "wall_clock",
     *       "frequency": "weekly",
     *       "weekday": "monday",
     *       "local_time": "08:30",
     *       "timezone": "Europe/Berlin"
     *     }
     * @example {
     *       "mode": "interval",
     *       "frequency": "hourly",
     *       "anchor": "2026-01-01T00:15:00Z"
     *     }
     */
    CadenceEdit: {
      /**
       * @description `interval` counts elapsed time from an anchor; `wall_clock` follows the clocks of a zone
       * @enum {string}
       */
      mode?: 'interval' | 'wall_clock';
      /**
       * @description `hourly` of intervals alone
       * @enum {string}
       */
      frequency: 'hourly' | 'daily' | 'weekly';
      anchor?: components['schemas']['ScheduleBound'];
      /**
       * @description `HH:MM`, 00:00 to 23:59; of wall clocks, which need it
       * @example 08:30
       */
      local_time?: string;
      /**
       * @description IANA time zone: drives a wall clock, which needs it; labels an interval and moves it not
       * @example Europe/Berlin
       */
      timezone?: string;
      /**
       * @description Of weekly wall clocks, which need it
       * @enum {string}
       */
      weekday?: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday';
    };
    /**
     * CalendarWindow
     * @example {
     *       "unit": "day",
     *       "count": 1,
     *       "timezone": "Europe/Berlin"
     *     }
     */
    CalendarWindow: {
      /**
       * @description Days, weeks from Monday on, or calendar months
       * @enum {string}
       */
      unit: 'day' | 'week' | 'month';
      /**
       * Format: int32
       * @description How many of them that are over at the moment of asking
       */
      count: number;
      /**
       * @description IANA time zone whose days they are, of 23 or 25 hours where its clocks change
       * @example Europe/Berlin
       */
      timezone: string;
    };
    /** CaseContent */
    CaseContent: {
      /** @description What is said before the answer; the last is the user’s */
      messages: components['schemas']['CaseMessage'][];
      /** @description What labelled comparisons check answers against; null where there is none */
      label: components['schemas']['LabelCheckV1'] | null;
      /** @description What a judge grades answers by; empty where there is nothing */
      reference_notes: string;
      /** @description A bar may ask that no answer to it fails */
      critical: boolean;
    };
    /**
     * CaseId
     * @description case_ and 26 characters, as the service gave it
     * @example case_01k9d4w7z2e8sb6f3m5q0v1xya
     */
    CaseId: string;
    /** CaseMessage */
    CaseMessage: {
      /** @enum {string} */
      role: 'user' | 'assistant';
      content: string;
    };
    /** CaseRevision */
    CaseRevision: {
      expected_version: components['schemas']['Revision'];
      /** @description What is said before the answer; the last is the user’s */
      messages: components['schemas']['CaseMessage'][];
      /** @description What labelled comparisons check answers against; null where there is none */
      label: components['schemas']['LabelCheckV1'] | null;
      /** @description What a judge grades answers by; empty where there is nothing */
      reference_notes: string;
      /** @description A bar may ask that no answer to it fails */
      critical: boolean;
    };
    /** CaseV1 */
    CaseV1: {
      case_id: components['schemas']['CaseId'];
      organization_id: components['schemas']['OrganizationId'];
      workspace_id: components['schemas']['WorkspaceId'];
      application_id: components['schemas']['ApplicationId'];
      gateway_id: components['schemas']['GatewayId'];
      version: components['schemas']['Revision'];
      latest_version: components['schemas']['Revision'];
      /** @description What is said before the answer; the last is the user’s */
      messages: components['schemas']['CaseMessage'][];
      /** @description What labelled comparisons check answers against; null where there is none */
      label: components['schemas']['LabelCheckV1'] | null;
      /** @description What a judge grades answers by; empty where there is nothing */
      reference_notes: string;
      /** @description A bar may ask that no answer to it fails */
      critical: boolean;
      /**
       * @description How the case came to be
       * @enum {string}
       */
      source: 'created' | 'imported';
      /** @description Who wrote this version; null where an operator imported it */
      author: components['schemas']['SubjectId'] | null;
      created_at: components['schemas']['Instant'];
      versioned_at: components['schemas']['Instant'];
    };
    /** CasesCreate */
    CasesCreate: {
      cases: components['schemas']['CaseContent'][];
      idempotency_key?: components['schemas']['IdempotencyKey'];
    };
    /** CasesCreation */
    CasesCreation: {
      cases: components['schemas']['CaseV1'][];
    };
    /** Cell */
    Cell: {
      metric: components['schemas']['MetricId'];
      value: components['schemas']['MeasuredValue'];
    };
    /** CellCounts */
    CellCounts: {
      /**
       * Format: int32
       * @description Cases on both arms
       */
      intended: number;
      /**
       * Format: int32
       * @description With an answer
       */
      answered: number;
      /**
       * Format: int32
       * @description That ended without one
       */
      failed: number;
    };
    /** ChosenCase */
    ChosenCase: {
      case_id: components['schemas']['CaseId'];
      version: components['schemas']['Revision'];
    };
    /**
     * ChosenName
     * @description 1 to 120 characters, none of them a control character, invisible, or turning the direction of text
     * @example Weekly spend
     */
    ChosenName: string;
    /** ClauseV1 */
    ClauseV1:
      | {
          /** @enum {string} */
          clause: 'better';
          /** @enum {string} */
          state: 'met' | 'contradicted' | 'open';
          /** @enum {string} */
          test: 'exact_mcnemar_one_sided';
          p_value: string;
          p_value_of_baseline: string;
          allowed_error: string;
        }
      | {
          /** @enum {string} */
          clause: 'not_worse';
          /** @enum {string} */
          state: 'met' | 'contradicted' | 'open';
          /** @enum {string} */
          test: 'tango_score_bounds_one_sided';
          margin: string;
          lower_bound: string;
          upper_bound: string;
        }
      | {
          /** @enum {string} */
          clause: 'unknowns';
          /** @enum {string} */
          state: 'met' | 'contradicted' | 'open';
          /** Format: int32 */
          unknown: number;
          /** Format: int32 */
          tolerated: number;
        }
      | {
          /** @enum {string} */
          clause: 'critical_cases';
          /** @enum {string} */
          state: 'met' | 'contradicted' | 'open';
          /** Format: int32 */
          passed: number;
          /** Format: int32 */
          failed: number;
          /** Format: int32 */
          unknown: number;
        }
      | {
          /** @enum {string} */
          clause: 'cost_ratio';
          /** @enum {string} */
          state: 'met' | 'contradicted' | 'open';
          highest: string;
          ratio: components['schemas']['CostRatio'];
        };
    /**
     * ClockChange
     * @description Present where clocks of the calendar window’s zone, else of `display_tz`, are not as far from UTC at the end of the window as at its beginning
     */
    ClockChange: {
      timezone: string;
      /**
       * Format: int32
       * @description By how much clocks were set within the window: positive forward, so that it is so much shorter than it looks on them
       */
      seconds: number;
      /** @example 2026-03-29T03:00:00.000+02:00 */
      local_from: string;
      /** @example 2026-03-29T03:00:00.000+02:00 */
      local_to: string;
    };
    /** ComparableCosts */
    ComparableCosts:
      | {
          /** @enum {string} */
          state: 'present';
          /** Format: int32 */
          cases: number;
          baseline_nano_usd: components['schemas']['NanoUsd'];
          candidate_nano_usd: components['schemas']['NanoUsd'];
        }
      | {
          /** @enum {string} */
          state: 'absent';
          /** @enum {string} */
          reason: 'denominator_zero' | 'unpriced_population' | 'no_comparable_cases' | 'scope_not_authorized';
        };
    /** ComparisonCreate */
    ComparisonCreate: {
      name: components['schemas']['ChosenName'];
      /**
       * @description How answers are judged: by the labels of the cases, or by a model from their reference notes
       * @enum {string}
       */
      kind: 'labeled' | 'judged';
      route_id: components['schemas']['RouteId'];
      acceptance_rule?: components['schemas']['AcceptanceRuleV1'];
    };
    /** ComparisonDecisionCreate */
    ComparisonDecisionCreate: {
      /** @enum {string} */
      action: 'keep_route' | 'change_route';
      /**
       * @description As the results say it; another one is refused
       * @enum {string}
       */
      outcome: 'meets_bar' | 'does_not_meet_bar' | 'not_enough_evidence';
      /** @description The newest decision of the run as it was read; null where there was none */
      expected_decision_id: components['schemas']['ComparisonDecisionId'] | null;
      /** @description Why; may be empty */
      note: string;
    };
    /**
     * ComparisonDecisionId
     * @description cdec_ and 26 characters, as the service gave it
     * @example cdec_01k9d4w7z2e8sb6f3m5q0v1xya
     */
    ComparisonDecisionId: string;
    /** ComparisonDecisionV1 */
    ComparisonDecisionV1: {
      decision_id: components['schemas']['ComparisonDecisionId'];
      run_id: components['schemas']['ComparisonRunId'];
      /**
       * Format: int32
       * @description Counts the decisions of the run
       */
      number: number;
      /** @enum {string} */
      action: 'keep_route' | 'change_route';
      /** @enum {string} */
      outcome: 'meets_bar' | 'does_not_meet_bar' | 'not_enough_evidence';
      clauses: components['schemas']['ClauseV1'][];
      verdicts_digest: components['schemas']['Digest'];
      note: string;
      /** @description What the route was given; null where it was kept */
      release_id: components['schemas']['ReleaseId'] | null;
      decided_by: components['schemas']['SubjectId'];
      decided_at: components['schemas']['Instant'];
    };
    /** ComparisonForecastV1 */
    ComparisonForecastV1: {
      /** @description What is sent to whom */
      sends: components['schemas']['PlannedCalls'][];
      /** @description The smallest lead of the candidate in passed cases that can meet the quality clause; null where none can, and where no quality is asked for */
      showable_lead: components['schemas']['ShowableLead'] | null;
      /** @description The smallest margin that so many cases can show of two arms that agree on every case */
      smallest_margin: string;
      /** @description Clauses of the rule that such a run cannot meet with any answers */
      hopeless_clauses: ('better' | 'not_worse' | 'unknowns' | 'critical_cases' | 'cost_ratio')[];
    };
    /**
     * ComparisonId
     * @description cmp_ and 26 characters, as the service gave it
     * @example cmp_01k9d4w7z2e8sb6f3m5q0v1xya
     */
    ComparisonId: string;
    /** ComparisonPlanV1 */
    ComparisonPlanV1: {
      sample_id: components['schemas']['ComparisonSampleId'];
      sample_digest: components['schemas']['Digest'];
      baseline: components['schemas']['PlannedBaseline'];
      candidate: components['schemas']['PlannedCandidate'];
      /** @description Null where answers are checked against labels */
      judge: components['schemas']['PlannedJudge'] | null;
      /** @description Names the table of prices that the plan was made by */
      price_revision: string;
    };
    /** ComparisonPreflight */
    ComparisonPreflight: {
      sample_id: components['schemas']['ComparisonSampleId'];
      candidate: components['schemas']['ModelTargetV1'];
      judge?: components['schemas']['JudgeChoice'];
      acceptance_rule?: components['schemas']['AcceptanceRuleV1'];
    };
    /** ComparisonResultsV1 */
    ComparisonResultsV1: {
      run_id: components['schemas']['ComparisonRunId'];
      comparison_id: components['schemas']['ComparisonId'];
      /** @enum {string} */
      state: 'preflight' | 'queued' | 'arms_running' | 'scoring' | 'complete' | 'partial' | 'abandoned';
      /** @enum {string} */
      confidence: '0.80' | '0.90' | '0.95' | '0.975' | '0.99';
      /**
       * @description What a decision would be computed to
       * @enum {string}
       */
      outcome: 'meets_bar' | 'does_not_meet_bar' | 'not_enough_evidence';
      clauses: components['schemas']['ClauseV1'][];
      verdicts_digest: components['schemas']['Digest'];
      pass_rates: components['schemas']['PassRates'];
      pairs: components['schemas']['PairedTable'];
      difference: components['schemas']['PairedDifference'];
      costs: components['schemas']['ArmCosts'];
      comparable_costs: components['schemas']['ComparableCosts'];
      latencies: components['schemas']['ArmLatencies'];
      /** @description What the evidence lacks; failures of critical cases first */
      gaps: components['schemas']['EvidenceGap'][];
    };
    /** ComparisonRunCreate */
    ComparisonRunCreate: {
      run_id: components['schemas']['ComparisonRunId'];
      spend_ceiling_nano_usd: components['schemas']['NanoUsd'];
      judge_ceiling_nano_usd?: components['schemas']['NanoUsd'];
      idempotency_key?: components['schemas']['IdempotencyKey'];
    };
    /**
     * ComparisonRunId
     * @description crun_ and 26 characters, as the service gave it
     * @example crun_01k9d4w7z2e8sb6f3m5q0v1xya
     */
    ComparisonRunId: string;
    /** ComparisonRunV1 */
    ComparisonRunV1: {
      run_id: components['schemas']['ComparisonRunId'];
      comparison_id: components['schemas']['ComparisonId'];
      organization_id: components['schemas']['OrganizationId'];
      workspace_id: components['schemas']['WorkspaceId'];
      environment_id: components['schemas']['EnvironmentId'];
      /** @enum {string} */
      state: 'preflight' | 'queued' | 'arms_running' | 'scoring' | 'complete' | 'partial' | 'abandoned';
      /** @description Empty unless abandoned */
      failure_code: string;
      plan: components['schemas']['ComparisonPlanV1'];
      plan_digest: components['schemas']['Digest'];
      acceptance_rule: components['schemas']['AcceptanceRuleV1'];
      forecast: components['schemas']['ComparisonForecastV1'];
      planned_cost: components['schemas']['PlannedCost'];
      remaining: components['schemas']['RemainingBudget'];
      spend: components['schemas']['ComparisonSpend'];
      cells: components['schemas']['CellCounts'];
      verdicts: components['schemas']['VerdictCounts'];
      planned_by: components['schemas']['SubjectId'];
      started_by?: components['schemas']['SubjectId'];
      canceled_by?: components['schemas']['SubjectId'];
      created_at: components['schemas']['Instant'];
      queued_at?: components['schemas']['Instant'];
      arms_running_at?: components['schemas']['Instant'];
      scoring_at?: components['schemas']['Instant'];
      ended_at?: components['schemas']['Instant'];
      cancel_requested_at?: components['schemas']['Instant'];
    };
    /**
     * ComparisonSampleId
     * @description smp_ and 26 characters, as the service gave it
     * @example smp_01k9d4w7z2e8sb6f3m5q0v1xya
     */
    ComparisonSampleId: string;
    /** ComparisonSamplePublish */
    ComparisonSamplePublish: {
      /** @description 2 to 50 cases of the gateway, each once and at one of its versions */
      cases: components['schemas']['ChosenCase'][];
    };
    /** ComparisonSampleV1 */
    ComparisonSampleV1: {
      sample_id: components['schemas']['ComparisonSampleId'];
      comparison_id: components['schemas']['ComparisonId'];
      /** @description In the order in which they were chosen */
      cases: components['schemas']['SampleCase'][];
      digest: components['schemas']['Digest'];
      published_by: components['schemas']['SubjectId'];
      published_at: components['schemas']['Instant'];
    };
    /** ComparisonSpend */
    ComparisonSpend:
      | {
          /** @enum {string} */
          state: 'present';
          /** @description Null before the start */
          ceiling_nano_usd: components['schemas']['NanoUsd'] | null;
          reserved_nano_usd: components['schemas']['NanoUsd'];
          settled_nano_usd: components['schemas']['NanoUsd'];
          /** @description Null where the judge has no ceiling of its own */
          judge_ceiling_nano_usd: components['schemas']['NanoUsd'] | null;
          judge_reserved_nano_usd: components['schemas']['NanoUsd'];
          judge_settled_nano_usd: components['schemas']['NanoUsd'];
        }
      | {
          /** @enum {string} */
          state: 'absent';
          /** @enum {string} */
          reason: 'scope_not_authorized';
        };
    /** ComparisonV1 */
    ComparisonV1: {
      comparison_id: components['schemas']['ComparisonId'];
      organization_id: components['schemas']['OrganizationId'];
      workspace_id: components['schemas']['WorkspaceId'];
      application_id: components['schemas']['ApplicationId'];
      gateway_id: components['schemas']['GatewayId'];
      environment_id: components['schemas']['EnvironmentId'];
      name: components['schemas']['Name'];
      /**
       * @description How answers are judged: by the labels of the cases, or by a model from their reference notes
       * @enum {string}
       */
      kind: 'labeled' | 'judged';
      route_id: components['schemas']['RouteId'];
      /** @description Null as long as no bar is declared */
      acceptance_rule: components['schemas']['AcceptanceRuleV1'] | null;
      /** @description When the first preflight fixed the bar for good; null before it */
      rule_fixed_at: components['schemas']['Instant'] | null;
      created_by: components['schemas']['SubjectId'];
      created_at: components['schemas']['Instant'];
    };
    /**
     * ComparisonVerdictId
     * @description cver_ and 26 characters, as the service gave it
     * @example cver_01k9d4w7z2e8sb6f3m5q0v1xya
     */
    ComparisonVerdictId: string;
    /** ComparisonVerdictReview */
    ComparisonVerdictReview: {
      case_id: components['schemas']['CaseId'];
      /** @enum {string} */
      arm: 'baseline' | 'candidate';
      /**
       * @description A reviewer who is not sure leaves the present verdict
       * @enum {string}
       */
      outcome: 'pass' | 'fail';
      /** @description Why; may be empty */
      note: string;
    };
    /** ComparisonVerdictV1 */
    ComparisonVerdictV1: {
      verdict_id: components['schemas']['ComparisonVerdictId'];
      run_id: components['schemas']['ComparisonRunId'];
      case_id: components['schemas']['CaseId'];
      version: components['schemas']['Revision'];
      /** @enum {string} */
      arm: 'baseline' | 'candidate';
      /** @enum {string} */
      source: 'label_check' | 'judge' | 'human';
      /** @enum {string} */
      outcome: 'pass' | 'fail' | 'unknown';
      /**
       * @description Empty unless unknown
       * @enum {string}
       */
      reason_code:
        | ''
        | 'spend_ceiling_exceeded'
        | 'judge_ceiling_reached'
        | 'judge_no_verdict'
        | 'judge_unavailable'
        | 'judge_paid_effect_unknown'
        | 'judge_connection_not_pinned'
        | 'label_check_undecided';
      /** @description Why, in the words of the judge or of the person; of an unknown, what its call met; of a label check what it read, for those who hold `content.read` */
      rationale: string;
      /** @description Whose verdict it is; null of a machine */
      subject_id: components['schemas']['SubjectId'] | null;
      /** @description It is the one that counts: the newest of a person, else the machine’s */
      in_force: boolean;
      answer: components['schemas']['JudgedAnswer'];
      created_at: components['schemas']['Instant'];
    };
    /** CompletionEvidence */
    CompletionEvidence: {
      /** @description Requests that succeeded */
      numerator: string;
      /** @description Requests observed; unseen ones may exist */
      denominator: string;
      completed: components['schemas']['Count'];
      refused: components['schemas']['Count'];
      failed: components['schemas']['Count'];
      partial: components['schemas']['Count'];
      cancelled: components['schemas']['Count'];
      pending_or_unknown: components['schemas']['Count'];
    };
    /** ComponentState */
    ComponentState: {
      /** @enum {string} */
      state: 'up' | 'down';
      /**
       * Format: int64
       * @description Absent when it was never seen, or has stopped in order
       */
      last_seen_seconds?: number;
    };
    /**
     * ConnectionId
     * @description conn_ and 26 characters, as the service gave it
     * @example conn_01k9d4w7z2e8sb6f3m5q0v1xya
     */
    ConnectionId: string;
    /** ContentEvent */
    ContentEvent: {
      /**
       * @description Name of the event.
       * @enum {string}
       */
      event: 'content';
      /**
       * @description Version of this format.
       * @enum {number}
       */
      schema: 1;
      /**
       * Format: at-most-512-bytes
       * @description The request, as its gateway names it.
       */
      logical_request_id: string;
      /** @description When the request was let in, as its own events say. */
      admitted_at: string;
      /** @description What was asked, word for word. */
      request?: string;
      /** @description What was answered, word for word. */
      response?: string;
      scope?: {
        /**
         * Format: at-most-512-bytes
         * @description Organization.
         */
        organization_id: string;
        /**
         * Format: at-most-512-bytes
         * @description Workspace.
         */
        workspace_id: string;
        /**
         * Format: at-most-512-bytes
         * @description Application.
         */
        application_id: string;
        /**
         * Format: at-most-512-bytes
         * @description Gateway.
         */
        gateway_id: string;
        /**
         * Format: at-most-512-bytes
         * @description Environment, the leaf that the traffic belongs to.
         */
        environment_id: string;
      };
    };
    /** CostEffectEvent */
    CostEffectEvent: {
      /**
       * @description Name of the event.
       * @enum {string}
       */
      event: 'cost_effect';
      /**
       * @description Version of this format.
       * @enum {number}
       */
      schema: 1;
      /**
       * @description What the request was made for.
       * @enum {unknown}
       */
      purpose: 'application' | 'playground' | 'comparison' | 'judge' | 'connection_validation';
      /**
       * Format: at-most-512-bytes
       * @description The request, as its gateway names it; unique within the workspace.
       */
      logical_request_id: string;
      /**
       * Format: at-most-512-bytes
       * @description Release that the environment ran.
       */
      release_id?: string;
      /**
       * Format: at-most-512-bytes
       * @description Route that the request took.
       */
      route_id?: string;
      /**
       * Format: at-most-512-bytes
       * @description Trace that the request was part of.
       */
      trace_id?: string;
      /**
       * Format: at-most-512-bytes
       * @description Team that the request is attributed to.
       */
      team_id?: string;
      /**
       * Format: at-most-512-bytes
       * @description Size class of the input, in the words of the gateway.
       */
      input_size_bucket?: string;
      /** @description Names of the call that other requests may report as well. The first request counts. A later request is the same call, and changes nothing, if the two share a name of their own or one encloses the other. */
      call_names?: {
        /** @description Names of this report of the call. */
        own: string[];
        /** @description Names of reports of the same call that enclose this one, such as parent spans. */
        around: string[];
      };
      /**
       * Format: at-most-512-bytes
       * @description The effect; unique within the workspace.
       */
      effect_id: string;
      /**
       * @description What kind of change it is.
       * @enum {unknown}
       */
      effect_kind: 'settlement' | 'adjustment' | 'price_transition';
      /**
       * Format: at-most-512-bytes
       * @description Attempt that cost it.
       */
      attempt_id: string;
      /**
       * Format: at-most-512-bytes
       * @description Provider that charges it.
       */
      provider_id: string;
      /**
       * Format: at-most-512-bytes
       * @description Model, in the words of the provider.
       */
      provider_model: string;
      /**
       * Format: at-most-512-bytes
       * @description Connection that was charged.
       */
      connection_id?: string;
      /** @description When the cost arose; the time base of spend. A transition carries the instant of the settlement it changes. */
      occurred_at: string;
      /**
       * @description State of the price after the effect; on settlements and transitions.
       * @enum {unknown}
       */
      price_state?: 'priced' | 'pending' | 'unpriced';
      /**
       * @description State of the price before it; on transitions: `pending`, or `unpriced` that becomes priced.
       * @enum {unknown}
       */
      previous_price_state?: 'priced' | 'pending' | 'unpriced';
      /** @description Amount; exactly on priced effects and adjustments, signed on adjustments alone. An unknown price is absent, never 0. */
      nanos?: string;
      /** @description The pricing authority said whether the price is an estimate; absent means unknown. On priced effects. */
      estimated?: boolean;
      /**
       * Format: at-most-512-bytes
       * @description The table of prices by which the receiver of the traffic found the price, or found none; on settlements and transitions.
       */
      price_revision?: string;
      /**
       * @description Why that table has no price; on unpriced effects. Absent means unknown.
       * @enum {unknown}
       */
      unpriced_reason?:
        | 'provider_not_in_table'
        | 'model_not_in_table'
        | 'rates_missing'
        | 'service_not_in_table'
        | 'tool_not_in_table'
        | 'usage_unknown'
        | 'usage_inconsistent'
        | 'usage_not_understood';
      scope?: {
        /**
         * Format: at-most-512-bytes
         * @description Organization.
         */
        organization_id: string;
        /**
         * Format: at-most-512-bytes
         * @description Workspace.
         */
        workspace_id: string;
        /**
         * Format: at-most-512-bytes
         * @description Application.
         */
        application_id: string;
        /**
         * Format: at-most-512-bytes
         * @description Gateway.
         */
        gateway_id: string;
        /**
         * Format: at-most-512-bytes
         * @description Environment, the leaf that the traffic belongs to.
         */
        environment_id: string;
      };
    };
    /** CostRatio */
    CostRatio:
      | {
          /** @enum {string} */
          state: 'present';
          number: string;
        }
      | {
          /** @enum {string} */
          state: 'absent';
          /** @enum {string} */
          reason: 'denominator_zero' | 'unpriced_population' | 'no_comparable_cases' | 'scope_not_authorized';
        };
    /**
     * Count
     * @description Count as a decimal string
     */
    Count: string;
    /**
     * CoverageEntry
     * @enum {string}
     */
    CoverageEntry:
      | 'ingest_gap:gateway_journal'
      | 'ingest_gap:control_plane_outbox'
      | 'unpriced_population'
      | 'usage_unknown'
      | 'protection_observations_missing'
      | 'trace_unknown'
      | 'retention_expired'
      | 'excluded';
    /** CoverageGapEvent */
    CoverageGapEvent: {
      /**
       * @description Name of the event.
       * @enum {string}
       */
      event: 'coverage_gap';
      /**
       * @description Version of this format.
       * @enum {number}
       */
      schema: 1;
      /**
       * @description Whose events are missing.
       * @enum {unknown}
       */
      producer_class: 'gateway_journal' | 'control_plane_outbox';
      /** @description Start of the gap, included. */
      from: string;
      /** @description End of the gap, excluded; after `from`. */
      to: string;
      /**
       * Format: at-most-512-bytes
       * @description Why nothing was recorded, in the words of the log’s owner.
       */
      reason: string;
      scope?: {
        /**
         * Format: at-most-512-bytes
         * @description Organization.
         */
        organization_id: string;
        /**
         * Format: at-most-512-bytes
         * @description Workspace whose traffic is missing.
         */
        workspace_id: string;
      };
    };
    /**
     * DecimalNumber
     * @description Decimal string; parse it as a decimal, not as a binary floating-point number
     */
    DecimalNumber: string;
    /**
     * DeliveryId
     * @description rdlv_ and 26 characters, as the service gave it
     * @example rdlv_01k9d4w7z2e8sb6f3m5q0v1xya
     */
    DeliveryId: string;
    /** DependentReport */
    DependentReport: {
      report_id: components['schemas']['ReportId'];
      name: components['schemas']['Name'];
      owner: components['schemas']['SubjectId'];
      view_revision: components['schemas']['Revision'];
      /** @description True where the report cannot run: the view does not ask what the report pins, is gone, or is not there for the owner of the report */
      stopped: boolean;
      schedules: components['schemas']['DependentSchedule'][];
    };
    /** DependentSchedule */
    DependentSchedule: {
      schedule_id: components['schemas']['ReportScheduleId'];
      paused: boolean;
      /** @description Null while paused; the instant at which the schedule of a stopped report is paused */
      next_run_at: components['schemas']['Instant'] | null;
    };
    /**
     * Digest
     * @description `sha256:` and 64 hex digits; empty where nothing is stored yet
     */
    Digest: string;
    /** EditedSavedView */
    EditedSavedView: {
      id: components['schemas']['SavedViewId'];
      organization_id: components['schemas']['OrganizationId'];
      workspace_id: components['schemas']['WorkspaceId'];
      owner: components['schemas']['SubjectId'];
      name: components['schemas']['Name'];
      /** @enum {string} */
      audience: 'personal' | 'team';
      /** Format: int32 */
      filter_version: number;
      /** @description An insight-query/v1 document; without `from` and `to` unless `time_intent` is `fixed` */
      query: {
        [key: string]: unknown;
      };
      /**
       * @description Its own window; elapsed time before the moment of asking, with `relative_window_seconds`; or whole local days, with `calendar_window`
       * @enum {string}
       */
      time_intent: 'fixed' | 'relative' | 'calendar';
      /**
       * Format: int32
       * @description Seconds of elapsed time before the moment of asking; required when `time_intent` is `relative`
       */
      relative_window_seconds?: number;
      calendar_window?: components['schemas']['CalendarWindow'];
      display_tz: components['schemas']['TimeZone'];
      revision: components['schemas']['Revision'];
      question_revision: components['schemas']['Revision'];
      created_at: components['schemas']['Instant'];
      updated_at: components['schemas']['Instant'];
      dependents: components['schemas']['ViewDependents'];
    };
    /** Enumerations */
    Enumerations: {
      shapes: ('overview' | 'series' | 'facets' | 'drilldown' | 'markers')[];
      grains: ('hour' | 'day' | 'week' | 'month')[];
      purposes: ('application' | 'playground' | 'comparison' | 'judge' | 'connection_validation')[];
      facets: ('final_model' | 'route' | 'outcome' | 'release' | 'connection' | 'purpose' | 'input_size_bucket')[];
      units: ('count' | 'ratio' | 'nano_usd' | 'tokens' | 'milliseconds' | 'seconds' | 'marker' | 'coverage')[];
      unavailable_reasons: (
        | 'no_producer'
        | 'metric_version_absent'
        | 'unpriced_population'
        | 'not_observed'
        | 'scope_not_authorized'
        | 'content_withheld'
        | 'coverage_unknown'
        | 'denominator_zero'
        | 'excluded'
      )[];
      coverage: (
        | 'ingest_gap:gateway_journal'
        | 'ingest_gap:control_plane_outbox'
        | 'unpriced_population'
        | 'usage_unknown'
        | 'protection_observations_missing'
        | 'trace_unknown'
        | 'retention_expired'
        | 'excluded'
      )[];
      producer_classes: ('gateway_journal' | 'control_plane_outbox')[];
    };
    /**
     * EnvironmentId
     * @description env_ and 26 characters, as the service gave it
     * @example env_01k9d4w7z2e8sb6f3m5q0v1xya
     */
    EnvironmentId: string;
    /** EnvironmentV1 */
    EnvironmentV1: {
      environment_id: components['schemas']['EnvironmentId'];
      gateway_id: components['schemas']['GatewayId'];
      application_id: components['schemas']['ApplicationId'];
      workspace_id: components['schemas']['WorkspaceId'];
      name: components['schemas']['Name'];
      created_at: components['schemas']['Instant'];
    };
    /** EvidenceGap */
    EvidenceGap: {
      case_id: components['schemas']['CaseId'];
      critical: boolean;
      /** @enum {string} */
      arm: 'baseline' | 'candidate';
      /** @enum {string} */
      reason:
        | 'cell_missing'
        | 'cell_not_terminal'
        | 'cell_failed'
        | 'cell_unpriced'
        | 'verdict_missing'
        | 'verdict_unknown'
        | 'verdict_failed';
      /** @description A sharper code where there is one */
      detail: string;
    };
    /**
     * FacetFilter
     * @description Only on a request-grain drilldown: the requests of one facet group, named as that group names itself. Without `value` and `unserved`, the group that names none
     */
    FacetFilter: {
      /**
       * @description `route` and `input_size_bucket` are not in the request projection
       * @enum {string}
       */
      member: 'final_model' | 'route' | 'outcome' | 'release' | 'connection' | 'purpose' | 'input_size_bucket';
      /**
       * Format: at-most-512-bytes
       * @description 1 to 512 bytes, no control characters
       */
      value?: string;
      /**
       * @description The requests that no model served
       * @enum {boolean}
       */
      unserved?: true;
    };
    /** FailedTry */
    FailedTry: {
      /**
       * Format: int32
       * @description Which try it was
       */
      attempt: number;
      /** @enum {string} */
      code: 'reader_unavailable' | 'store_unavailable' | 'lease_lapsed';
      /** @description A sentence for a person */
      detail: string;
      failed_at: components['schemas']['Instant'];
    };
    /**
     * FaultCode
     * @description What is wrong, for a program; of cadences, conflicts and preconditions
     * @enum {string}
     */
    FaultCode:
      | 'invalid_mode'
      | 'invalid_frequency'
      | 'hourly_requires_interval'
      | 'invalid_timezone'
      | 'invalid_local_time'
      | 'invalid_weekday'
      | 'field_not_allowed'
      | 'fixed_view_not_schedulable'
      | 'invalid_window'
      | 'name_taken'
      | 'key_reused'
      | 'already_settled'
      | 'no_answer'
      | 'not_repeatable'
      | 'revision_stale'
      | 'view_moved'
      | 'view_gone';
    /**
     * FeedbackFilter
     * @description Only on a feedback-grain drilldown
     */
    FeedbackFilter: {
      logical_request_id?: components['schemas']['LogicalRequestId'];
      /** @enum {string} */
      match?: 'matched' | 'pending' | 'unmatched';
    };
    /** FeedbackRow */
    FeedbackRow: {
      logical_request_id: string;
      application_id: string;
      gateway_id: string;
      environment_id: string;
      issuer_ref: string;
      /** @description Only with content.read */
      issuer?: string;
      feedback_id: string;
      /** @enum {string} */
      value: 'positive' | 'negative' | 'neutral';
      revision: components['schemas']['Count'];
      occurred_at: components['schemas']['Instant'];
      source: string;
      /** @enum {string} */
      match: 'matched' | 'pending' | 'unmatched';
      /** @enum {string} */
      purpose: 'application' | 'playground' | 'comparison' | 'judge' | 'connection_validation';
    };
    /** FeedbackVerdictEvent */
    FeedbackVerdictEvent: {
      /**
       * @description Name of the event.
       * @enum {string}
       */
      event: 'feedback_verdict';
      /**
       * @description Version of this format.
       * @enum {number}
       */
      schema: 1;
      /**
       * @description What the request was made for.
       * @enum {unknown}
       */
      purpose: 'application' | 'playground' | 'comparison' | 'judge' | 'connection_validation';
      /**
       * Format: at-most-512-bytes
       * @description The request, as its gateway names it; unique within the workspace.
       */
      logical_request_id: string;
      /**
       * Format: at-most-512-bytes
       * @description Release that the environment ran.
       */
      release_id?: string;
      /**
       * Format: at-most-512-bytes
       * @description Route that the request took.
       */
      route_id?: string;
      /**
       * Format: at-most-512-bytes
       * @description Trace that the request was part of.
       */
      trace_id?: string;
      /**
       * Format: at-most-512-bytes
       * @description Team that the request is attributed to.
       */
      team_id?: string;
      /**
       * Format: at-most-512-bytes
       * @description Size class of the input, in the words of the gateway.
       */
      input_size_bucket?: string;
      /**
       * Format: at-most-512-bytes
       * @description The verdict; unique per request and issuer.
       */
      feedback_id: string;
      /**
       * Format: at-most-512-bytes
       * @description Opaque reference of who gave the verdict.
       */
      issuer_ref: string;
      /**
       * Format: at-most-512-bytes
       * @description Label of who gave the verdict; shown to holders of `content.read` alone.
       */
      issuer?: string;
      /**
       * @description The verdict.
       * @enum {unknown}
       */
      value: 'positive' | 'negative' | 'neutral';
      /**
       * Format: int64
       * @description Revision of the verdict, from 1.
       */
      revision: number;
      /** @description When the revision was given; the time base of feedback. */
      occurred_at: string;
      /**
       * Format: at-most-512-bytes
       * @description Where the verdict was given, in the words of the application.
       */
      source: string;
      /**
       * @description Whether the request is known.
       * @enum {unknown}
       */
      match: 'matched' | 'pending' | 'unmatched';
      scope?: {
        /**
         * Format: at-most-512-bytes
         * @description Organization.
         */
        organization_id: string;
        /**
         * Format: at-most-512-bytes
         * @description Workspace.
         */
        workspace_id: string;
        /**
         * Format: at-most-512-bytes
         * @description Application.
         */
        application_id: string;
        /**
         * Format: at-most-512-bytes
         * @description Gateway.
         */
        gateway_id: string;
        /**
         * Format: at-most-512-bytes
         * @description Environment, the leaf that the traffic belongs to.
         */
        environment_id: string;
      };
    };
    /**
     * FilterText
     * Format: at-most-512-bytes
     * @description At most 512 bytes, no control characters
     */
    FilterText: string;
    /**
     * GatewayId
     * @description gw_ and 26 characters, as the service gave it
     * @example gw_01k9d4w7z2e8sb6f3m5q0v1xya
     */
    GatewayId: string;
    /** GatewayV1 */
    GatewayV1: {
      gateway_id: components['schemas']['GatewayId'];
      application_id: components['schemas']['ApplicationId'];
      workspace_id: components['schemas']['WorkspaceId'];
      name: components['schemas']['Name'];
      created_at: components['schemas']['Instant'];
    };
    /** GroupFacet */
    GroupFacet: {
      /** @enum {string} */
      member: 'final_model' | 'route' | 'outcome' | 'release' | 'connection' | 'purpose' | 'input_size_bucket';
      /** @description Absent when the facts name none. Of outcome: succeeded, refused, failed, cancelled, partial, pending_or_unknown */
      value?: string;
      /**
       * @description On final_model and route: the requests that no model served
       * @enum {boolean}
       */
      unserved?: true;
      /**
       * @description With top_values: all values that have no group of their own
       * @enum {boolean}
       */
      other?: true;
    };
    /**
     * GroupFilter
     * @description Only on overview, series and facets: figures of the facts that are in one of the named groups of every member. Figures that a member cannot tell apart are not_observed
     */
    GroupFilter: {
      final_model?: {
        values?: string[];
        /**
         * @description The requests that no model served
         * @enum {boolean}
         */
        unserved?: true;
      };
      route?: {
        values?: string[];
        /**
         * @description The facts that name none
         * @enum {boolean}
         */
        unnamed?: true;
        /**
         * @description The requests that no model served
         * @enum {boolean}
         */
        unserved?: true;
      };
      outcome?: {
        values: ('succeeded' | 'refused' | 'failed' | 'cancelled' | 'partial' | 'pending_or_unknown')[];
      };
      connection?: {
        values?: string[];
        /**
         * @description The facts that name none
         * @enum {boolean}
         */
        unnamed?: true;
      };
      team?: {
        values?: string[];
        /**
         * @description The facts that name none
         * @enum {boolean}
         */
        unnamed?: true;
      };
    };
    /** GroupProtection */
    GroupProtection: {
      observed_requests: components['schemas']['Count'];
      /** @description Requests whose gateway recorded nothing of it */
      unknown_requests: string;
      eligible: components['schemas']['Count'];
      evaluated: components['schemas']['Count'];
      blocked: components['schemas']['Count'];
      modified: components['schemas']['Count'];
      errors: components['schemas']['Count'];
      not_executed: components['schemas']['Count'];
      blocked_requests: components['schemas']['Count'];
    };
    /** Home */
    Home: {
      /** @enum {string} */
      name: 'truetally';
      /** @description Below it are all operations */
      api: string;
      /** @description A page of them */
      documentation: string;
      /** @description The same as OpenAPI */
      description: string;
      /** @description Whether this process lives */
      liveness: string;
      /** @description Which parts answer */
      readiness: string;
    };
    /**
     * IdempotencyKey
     * @description 1 to 255 printable ASCII characters, chosen by the client; a key in the body wins over the header. Its first answer is repeated for 7 days.
     * @example weekly-spend-2026-05
     */
    IdempotencyKey: string;
    /**
     * IgnoredCosts
     * @description Costs that do not count in the environment; absent where none is
     */
    IgnoredCosts: {
      /**
       * Format: int32
       * @description Accepted or ignored things that state a cost
       */
      count: number;
      /** @description Why it does not count, and what to do */
      detail: string;
    };
    /** InsightAnswer */
    InsightAnswer: {
      read_context: components['schemas']['ReadContext'];
      /** @description This read created the context */
      minted: boolean;
      /** @enum {string} */
      shape: 'overview' | 'series' | 'facets' | 'drilldown' | 'markers';
      groups?: components['schemas']['AnswerGroup'][];
      requests?: components['schemas']['RequestRow'][];
      attempts?: components['schemas']['AttemptRow'][];
      feedback?: components['schemas']['FeedbackRow'][];
      markers?: components['schemas']['MarkerRow'][];
      /** @description Gaps disclosed by ingest for the window */
      coverage: components['schemas']['CoverageEntry'][];
      missing?: components['schemas']['MissingTraffic'];
      /** @description A row bound was reached */
      truncated: boolean;
    };
    /** InsightCatalogue */
    InsightCatalogue: {
      /** @enum {number} */
      schema: 1;
      /** Format: int32 */
      catalog_version: number;
      /** Format: int32 */
      filter_version: number;
      metrics: components['schemas']['MetricRow'][];
      enumerations: components['schemas']['Enumerations'];
      refusals: components['schemas']['RefusalRow'][];
      limits: components['schemas']['QueryLimits'];
    };
    /** InsightQuery */
    InsightQuery: {
      /** @enum {number} */
      schema: 1;
      /** @enum {string} */
      shape: 'overview' | 'series' | 'facets' | 'drilldown' | 'markers';
      scope?: components['schemas']['QueryScope'];
      /**
       * @description Required for series, absent for every other shape
       * @enum {string}
       */
      grain?: 'hour' | 'day' | 'week' | 'month';
      display_tz?: components['schemas']['TimeZone'];
      bucket_tz?: components['schemas']['BucketZone'];
      /** @description Each answers as a group of its own; `application` alone when absent */
      purposes?: ('application' | 'playground' | 'comparison' | 'judge' | 'connection_validation')[];
      release_ids?: components['schemas']['ReleaseName'][];
      /** @description Versioned ids such as provider_spend.v1; absent on drilldown and markers */
      metrics?: components['schemas']['QueryId'][];
      /** @description Each answers as groups of its own; required for facets, at most one on series, absent elsewhere */
      facets?: ('final_model' | 'route' | 'outcome' | 'release' | 'connection' | 'purpose' | 'input_size_bucket')[];
      /**
       * Format: int32
       * @description Only with facets: the number of first values of each facet and purpose, followed by all others as one group
       */
      top_values?: number;
      /**
       * @description Only on overview: each group also carries the window of the same length just before
       * @enum {string}
       */
      comparison?: 'previous_period';
      /** @enum {string} */
      drilldown?: 'request' | 'attempt' | 'feedback';
      feedback_filter?: components['schemas']['FeedbackFilter'];
      latency_filter?: components['schemas']['LatencyFilter'];
      attempt_filter?: components['schemas']['AttemptFilter'];
      facet_filter?: components['schemas']['FacetFilter'];
      group_filter?: components['schemas']['GroupFilter'];
      /** Format: int32 */
      page_size?: number;
      from: components['schemas']['Bound'];
      to: components['schemas']['Bound'];
      /** @description The context of an earlier answer, echoed unchanged */
      read_context?: {
        [key: string]: unknown;
      };
      cursor?: components['schemas']['RowCursor'];
    };
    /** InsightReceipt */
    InsightReceipt: {
      read_context: components['schemas']['ReadContext'];
      request: components['schemas']['RequestRow'];
      /** @description Absent when no provider served the request */
      final_provider?: string;
      /** @description Absent when no model served the request */
      final_model?: string;
      connection_id?: string;
      release_id?: string;
      route_id?: string;
      route_version?: string;
      protection: {
        /** @description False: nothing was recorded, which is not the same as passed */
        observed: boolean;
        evaluations: components['schemas']['ProtectionEvaluationRow'][];
        blocked_in: ('input' | 'output')[];
      };
      attempts: components['schemas']['Count'];
      provider_cost: components['schemas']['MeasuredValue'];
    };
    /** InsightRow */
    InsightRow: {
      /** @enum {string} */
      purpose: 'application' | 'playground' | 'comparison' | 'judge' | 'connection_validation';
      /** @enum {string} */
      period: 'current' | 'previous';
      /** @description Of a series */
      bucket?: string;
      /** @enum {string} */
      facet?: 'final_model' | 'route' | 'outcome' | 'release' | 'connection' | 'purpose' | 'input_size_bucket';
      /** @description The value of the facet */
      group?: string;
      /**
       * @description In place of a value: what the group is of
       * @enum {string}
       */
      group_kind?: 'unnamed' | 'unserved' | 'other';
      metric: components['schemas']['MetricId'];
      /** @enum {string} */
      state: 'available' | 'partial' | 'unavailable';
      value?: components['schemas']['DecimalNumber'];
      /** @enum {string} */
      unit?: 'count' | 'ratio' | 'nano_usd' | 'tokens' | 'milliseconds' | 'seconds' | 'marker' | 'coverage';
      /** @description USD, exactly */
      amount_usd?: string;
      /** @description Why there is no value; of a partial one, what is missing */
      reason?: string;
    };
    /** InsightRows */
    InsightRows: {
      from: components['schemas']['Instant'];
      to: components['schemas']['Instant'];
      rows: components['schemas']['InsightRow'][];
      coverage: components['schemas']['CoverageEntry'][];
      /** @description A bound was reached, and groups are missing */
      truncated: boolean;
    };
    /**
     * Instant
     * @description RFC 3339 instant in UTC with milliseconds
     * @example 2026-01-31T08:00:00.000Z
     */
    Instant: string;
    /** JudgeChoice */
    JudgeChoice: {
      connection_id: components['schemas']['ConnectionId'];
      /**
       * @description As the provider calls it
       * @example claude-sonnet-4-5
       */
      model: string;
      /**
       * Format: int32
       * @description The most that a verdict with its reason may have
       */
      max_output_tokens: number;
    };
    /**
     * JudgedAnswer
     * @description What was judged, for those who hold `content.read`
     */
    JudgedAnswer:
      | {
          /** @enum {string} */
          state: 'present';
          /** @description Its beginning where it is longer */
          text: string;
          whole: boolean;
        }
      | {
          /** @enum {string} */
          state: 'absent';
          /** @enum {string} */
          reason: 'scope_not_authorized' | 'not_answered';
        };
    /**
     * LabelCheckV1
     * @description How an answer is held against the label
     */
    LabelCheckV1:
      | {
          /** @enum {string} */
          kind: 'exact';
          /** @description The answer, every character */
          expected: string;
        }
      | {
          /** @enum {string} */
          kind: 'normalized';
          /** @description The answer, but for case, white space, typography and final punctuation */
          expected: string;
        }
      | {
          /** @enum {string} */
          kind: 'number';
          /** @description The number that the answer gives */
          expected: string;
          /** @description By how much it may differ; 0 for not at all */
          tolerance: string;
          /** @description How the answer writes numbers, such as de-CH: decides what 1.234 and 1,234 mean */
          locale?: string;
        }
      | {
          /** @enum {string} */
          kind: 'choice';
          /** @description The choice that the answer gives */
          expected: string;
          choices: string[];
          /** @description What stands before the final answer, such as #### or ANSWER: */
          mark?: string;
        }
      | {
          /** @enum {string} */
          kind: 'pattern';
          /** @description An RE2 expression that occurs in it */
          expected: string;
        }
      | {
          /** @enum {string} */
          kind: 'json';
          /** @description A JSON text; the order of members is free */
          expected: string;
        };
    /**
     * LatencyFilter
     * @description Only on a request-grain drilldown
     */
    LatencyFilter: {
      /** @enum {string} */
      metric: 'response_latency.v1' | 'first_output_latency.v1';
      /**
       * Format: int64
       * @description Inclusive lower bound
       */
      min_ms?: number;
      /**
       * Format: int64
       * @description Exclusive upper bound
       */
      max_ms?: number;
      /** @enum {string} */
      outcome?: 'overall' | 'succeeded' | 'refused' | 'failed' | 'cancelled' | 'partial' | 'unknown';
    };
    /** LatencySummary */
    LatencySummary: {
      /** @enum {string} */
      metric: 'response_latency.v1' | 'first_output_latency.v1';
      /**
       * @description `exact` interpolates linearly between the two nearest samples; `log_buckets` reads buckets
       * @enum {string}
       */
      method: 'exact' | 'log_buckets';
      /** @description Of each quantile; only with `log_buckets` */
      max_relative_error?: string;
      /** @description `overall` first, then those outcomes that have a sample; without quantiles inside a gap */
      populations: {
        /** @enum {string} */
        outcome: 'overall' | 'succeeded' | 'refused' | 'failed' | 'cancelled' | 'partial' | 'unknown';
        samples: components['schemas']['Count'];
        quantiles?: {
          p50: components['schemas']['DecimalNumber'];
          p75: components['schemas']['DecimalNumber'];
          p90: components['schemas']['DecimalNumber'];
          p95: components['schemas']['DecimalNumber'];
          p99: components['schemas']['DecimalNumber'];
        };
      }[];
    };
    /**
     * LitellmLog
     * @description One entry, or a list of them
     */
    LitellmLog: components['schemas']['LitellmLogEntry'] | components['schemas']['LitellmLogEntry'][];
    /**
     * LitellmLogEntry
     * @description A StandardLoggingPayload of LiteLLM, whose versions differ
     */
    LitellmLogEntry: {
      [key: string]: unknown;
    };
    /** Liveness */
    Liveness: {
      /** @enum {string} */
      status: 'alive';
      /** @description The version of Truetally that this process runs */
      version: string;
      /** @description The Git commit of this build; null if it is unknown */
      commit: string | null;
      /**
       * Format: int64
       * @description For how long at a stretch it answered nobody within the last minute; tens of milliseconds are usual
       */
      longest_stall_ms: number;
    };
    /**
     * LogicalRequestId
     * Format: at-most-512-bytes
     * @description One logical request: 1 to 512 bytes, no control characters; empty is refused, not read as no filter
     */
    LogicalRequestId: string;
    /** MarkerRow */
    MarkerRow: {
      /** @enum {string} */
      marker_kind: 'deployed' | 'rolled_back' | 'retired';
      release_id: string;
      /** @description Digest of the configuration in force; absent when unknown */
      effective_digest?: string;
      gateway_id: string;
      environment_id: string;
      /** @enum {string} */
      actor_kind: 'person' | 'automation' | 'system';
      occurred_at: components['schemas']['Instant'];
    };
    /** MeV1 */
    MeV1: {
      subject_id: components['schemas']['SubjectId'];
      subject_name: components['schemas']['Name'];
      organization_id: components['schemas']['OrganizationId'];
      organization_name: components['schemas']['Name'];
      /**
       * Format: int64
       * @description Access generation: moves whenever the blocks do
       */
      authority_epoch: number;
      /** @description Each part of the tree that something may be done in; absent levels mean everything below */
      blocks: components['schemas']['AllowedBlock'][];
      /** @description There are more than 1000 blocks */
      blocks_truncated: boolean;
    };
    /** MeasuredValue */
    MeasuredValue:
      | components['schemas']['AvailableValue']
      | components['schemas']['PartialValue']
      | components['schemas']['UnavailableValue'];
    /**
     * MetricId
     * @description Name and version of a metric
     * @example requests.v1
     */
    MetricId: string;
    /** MetricRow */
    MetricRow: {
      metric: components['schemas']['MetricId'];
      question: string;
      /** @enum {string} */
      unit: 'count' | 'ratio' | 'nano_usd' | 'tokens' | 'milliseconds' | 'seconds' | 'marker' | 'coverage';
      /** @enum {string} */
      population:
        | 'requests'
        | 'cost_effects'
        | 'attempts'
        | 'release_markers'
        | 'feedback'
        | 'read_context'
        | 'protection_evaluations'
        | 'none';
      /** @enum {string} */
      aggregation: 'count_distinct' | 'count' | 'ratio' | 'sum' | 'quantile' | 'share' | 'list' | 'latest' | 'none';
      /** @enum {string} */
      missing_rule:
        | 'no_producer'
        | 'metric_version_absent'
        | 'unpriced_population'
        | 'not_observed'
        | 'scope_not_authorized'
        | 'content_withheld'
        | 'coverage_unknown'
        | 'denominator_zero'
        | 'excluded';
      needed_actions: ('metadata.read' | 'cost.read' | 'content.read' | 'comparisons.run' | 'releases.deploy')[];
      /** @enum {string} */
      producer: 'produced' | 'no_producer' | 'produced_elsewhere';
      /** @description What the number of a cell is */
      number: string;
    };
    /** MissingTime */
    MissingTime: {
      /** @enum {string} */
      producer_class: 'gateway_journal' | 'control_plane_outbox';
      /** @description Absent where it may be of any environment of the workspace */
      environment_id?: string;
      from: components['schemas']['Instant'];
      to: components['schemas']['Instant'];
      /**
       * @description Lines of it were refused, or a coverage_gap says that nothing was recorded
       * @enum {string}
       */
      cause: 'refused' | 'declared';
      /** @description Why the lines were refused, as the answer to their sender named it, or what the coverage_gap says */
      reasons: string[];
      /** @description Lines refused in it, as far as they are counted one by one; 0 of a time that is declared */
      lines: string;
    };
    /**
     * MissingTraffic
     * @description What makes figures partial or unknown with ingest_gap. Refused events close it when they come corrected under the same ids, or an operator does; a declared time is closed by an operator. Absent where nothing that was read is missing
     */
    MissingTraffic: {
      /** @description Times in which traffic of the scope is known to be missing */
      times: string;
      /** @description Lines refused in them, as far as they are counted one by one */
      lines: string;
      /** @description The newest 20; those of one hour UTC and environment are listed as one */
      listed: components['schemas']['MissingTime'][];
    };
    /** ModelTargetV1 */
    ModelTargetV1: {
      connection_id: components['schemas']['ConnectionId'];
      /**
       * @description As the provider calls it
       * @example claude-sonnet-4-5
       */
      model: string;
      /** @description The system text; empty where there is none */
      system: string;
      /** ModelParameters */
      parameters: {
        /**
         * Format: int32
         * @description The most that an answer may have; it bounds what a call can cost
         */
        max_output_tokens: number;
        /** Format: double */
        temperature?: number;
        /** Format: double */
        top_p?: number;
        /** Format: int32 */
        seed?: number;
      };
    };
    /**
     * Name
     * @description 1 to 120 characters, no control characters
     * @example Weekly spend
     */
    Name: string;
    /**
     * NanoUsd
     * @description Whole nano-USD as a decimal string
     * @example 1250000
     */
    NanoUsd: string;
    /** OpenedInboxItemV1 */
    OpenedInboxItemV1: {
      item: components['schemas']['ReportInboxItemV1'];
      run?: components['schemas']['ReportRunOpenV1'];
    };
    /** OpenedSavedView */
    OpenedSavedView: {
      view: components['schemas']['SavedView'];
      query: components['schemas']['InsightQuery'];
      answer: components['schemas']['InsightAnswer'];
    };
    /**
     * OrganizationId
     * @description org_ and 26 characters, as the service gave it
     * @example org_01k9d4w7z2e8sb6f3m5q0v1xya
     */
    OrganizationId: string;
    /**
     * OtlpLogs
     * @description An ExportLogsServiceRequest of OTLP in JSON, in which records of coding agents are read
     */
    OtlpLogs: {
      [key: string]: unknown;
    };
    /** OtlpLogsAnswer */
    OtlpLogsAnswer: {
      /** @description Absent where there is nothing to say */
      partialSuccess?: {
        /** @description Records that were not kept although they tell of a call */
        rejectedLogRecords: string;
        /** @description Why, in sentences */
        errorMessage: string;
      };
    };
    /** OtlpStatus */
    OtlpStatus: {
      /**
       * Format: int32
       * @description A code of google.rpc.Code
       */
      code: number;
      /** @description A sentence to act on */
      message: string;
    };
    /**
     * OtlpTraces
     * @description An ExportTraceServiceRequest of OTLP in JSON, in which spans of calls of models are read
     */
    OtlpTraces: {
      [key: string]: unknown;
    };
    /** OtlpTracesAnswer */
    OtlpTracesAnswer: {
      /** @description Absent where every span was kept */
      partialSuccess?: {
        /** @description Spans that were not kept */
        rejectedSpans: string;
        /** @description Why, in sentences */
        errorMessage: string;
      };
    };
    /**
     * PageToken
     * @description Opaque: the `next_cursor` of the page before. Empty on the last page, and read as the first
     */
    PageToken: string;
    /** PairedDifference */
    PairedDifference:
      | {
          /** @enum {string} */
          state: 'present';
          /** Format: int32 */
          pairs: number;
          difference: string;
          /** @enum {string} */
          interval: 'tango_score_two_sided';
          lower: string;
          upper: string;
          /** @enum {string} */
          test: 'exact_mcnemar_two_sided';
          p_value: string;
        }
      | {
          /** @enum {string} */
          state: 'absent';
          /** @enum {string} */
          reason: 'no_comparable_cases';
        };
    /** PairedTable */
    PairedTable: {
      /** Format: int32 */
      both: number;
      /** Format: int32 */
      only_baseline: number;
      /** Format: int32 */
      only_candidate: number;
      /** Format: int32 */
      neither: number;
      /** Format: int32 */
      unknown: number;
    };
    /** PartialValue */
    PartialValue: {
      /** @enum {string} */
      state: 'partial';
      number: components['schemas']['DecimalNumber'];
      /** @enum {string} */
      unit: 'count' | 'ratio' | 'nano_usd' | 'tokens' | 'milliseconds' | 'seconds' | 'marker' | 'coverage';
      /**
       * @description Money in USD, exactly: `number` divided by 1,000,000,000. With the unit `nano_usd` alone
       * @example 91.82
       */
      amount_usd?: string;
      /** @description What is missing: the number is a floor */
      coverage: components['schemas']['CoverageEntry'][];
    };
    /** PassRate */
    PassRate: {
      /** Format: int32 */
      cases: number;
      /** Format: int32 */
      passed: number;
      /** Format: int32 */
      failed: number;
      /** Format: int32 */
      unknown: number;
      rate: string;
      rate_if_unknowns_pass: string;
      lower: string;
      upper: string;
    };
    /** PassRates */
    PassRates: {
      baseline: components['schemas']['PassRate'];
      candidate: components['schemas']['PassRate'];
    };
    /** PlannedBaseline */
    PlannedBaseline: {
      release_id: components['schemas']['ReleaseId'];
      target: components['schemas']['ModelTargetV1'];
      /** @description The product line that the model belongs to */
      family: string;
    };
    /** PlannedCalls */
    PlannedCalls: {
      /** @enum {string} */
      for: 'baseline' | 'candidate' | 'judge';
      connection_id: components['schemas']['ConnectionId'];
      /** @enum {string} */
      provider: 'anthropic' | 'openai' | 'openai_compatible' | 'google';
      /** @description The host that is sent to, with its port */
      endpoint_host: string;
      model: string;
      /**
       * Format: int32
       * @description Calls at most
       */
      calls: number;
      /** @description False of a model that the table of prices has no price for */
      priced: boolean;
    };
    /** PlannedCandidate */
    PlannedCandidate: {
      target: components['schemas']['ModelTargetV1'];
      /** @description The product line that the model belongs to */
      family: string;
    };
    /** PlannedCost */
    PlannedCost:
      | {
          /** @enum {string} */
          state: 'present';
          at_least_nano_usd: components['schemas']['NanoUsd'];
          likely_nano_usd: components['schemas']['NanoUsd'];
          at_most_nano_usd: components['schemas']['NanoUsd'];
        }
      | {
          /** @enum {string} */
          state: 'absent';
          /** @enum {string} */
          reason: 'unpriced_population' | 'scope_not_authorized';
        };
    /** PlannedJudge */
    PlannedJudge: {
      connection_id: components['schemas']['ConnectionId'];
      /**
       * @description As the provider calls it
       * @example claude-sonnet-4-5
       */
      model: string;
      /**
       * Format: int32
       * @description The most that a verdict with its reason may have
       */
      max_output_tokens: number;
      /** @description The product line that the model belongs to */
      family: string;
      prompt_version: string;
    };
    /** PreviousPeriod */
    PreviousPeriod: {
      from: components['schemas']['Instant'];
      to: components['schemas']['Instant'];
      cells: components['schemas']['Cell'][];
      /**
       * @description Which period is known to miss facts or has not ended, so that a difference proves nothing
       * @enum {string}
       */
      note?: 'current_incomplete' | 'previous_incomplete' | 'both_incomplete';
    };
    /** Problem */
    Problem: {
      /**
       * @description The slug that, with the status, names the problem
       * @enum {string}
       */
      type:
        | 'unauthorized'
        | 'forbidden'
        | 'not_found'
        | 'method_not_allowed'
        | 'conflict'
        | 'precondition_failed'
        | 'validation_failed'
        | 'invalid_query'
        | 'scope_required'
        | 'metric_version_unknown'
        | 'purpose_mixing_refused'
        | 'window_too_large'
        | 'read_context_expired'
        | 'snapshot_expired'
        | 'budget_exceeded'
        | 'coverage_unknown'
        | 'dependency_unavailable'
        | 'payload_too_large'
        | 'unsupported_media_type'
        | 'rate_limited'
        | 'malformed_request'
        | 'request_timeout'
        | 'uri_too_long'
        | 'headers_too_large'
        | 'expectation_failed'
        | 'internal_error'
        | 'comparisons_not_enabled'
        | 'comparison_not_found'
        | 'comparison_kind_mismatch'
        | 'sample_set_empty'
        | 'sample_set_too_large'
        | 'sample_case_not_found'
        | 'sample_case_version_mismatch'
        | 'expected_label_required'
        | 'reference_notes_required'
        | 'acceptance_rule_required'
        | 'acceptance_rule_immutable'
        | 'spend_ceiling_above_remaining'
        | 'judge_connection_not_granted'
        | 'judge_same_family_refused'
        | 'comparison_run_not_terminal'
        | 'comparison_evidence_incomplete'
        | 'comparison_evidence_stale'
        | 'baseline_release_changed'
        | 'comparison_outcome_does_not_support_change'
        | 'decision_outcome_mismatch'
        | 'decision_requires_release_authority'
        | 'decision_superseded'
        | 'duplicate_comparison_run'
        | 'comparison_canceled';
      /** @description The same for every problem of this type */
      title: string;
      /** Format: int32 */
      status: number;
      /**
       * @description Equal to `type`
       * @enum {string}
       */
      code:
        | 'unauthorized'
        | 'forbidden'
        | 'not_found'
        | 'method_not_allowed'
        | 'conflict'
        | 'precondition_failed'
        | 'validation_failed'
        | 'invalid_query'
        | 'scope_required'
        | 'metric_version_unknown'
        | 'purpose_mixing_refused'
        | 'window_too_large'
        | 'read_context_expired'
        | 'snapshot_expired'
        | 'budget_exceeded'
        | 'coverage_unknown'
        | 'dependency_unavailable'
        | 'payload_too_large'
        | 'unsupported_media_type'
        | 'rate_limited'
        | 'malformed_request'
        | 'request_timeout'
        | 'uri_too_long'
        | 'headers_too_large'
        | 'expectation_failed'
        | 'internal_error'
        | 'comparisons_not_enabled'
        | 'comparison_not_found'
        | 'comparison_kind_mismatch'
        | 'sample_set_empty'
        | 'sample_set_too_large'
        | 'sample_case_not_found'
        | 'sample_case_version_mismatch'
        | 'expected_label_required'
        | 'reference_notes_required'
        | 'acceptance_rule_required'
        | 'acceptance_rule_immutable'
        | 'spend_ceiling_above_remaining'
        | 'judge_connection_not_granted'
        | 'judge_same_family_refused'
        | 'comparison_run_not_terminal'
        | 'comparison_evidence_incomplete'
        | 'comparison_evidence_stale'
        | 'baseline_release_changed'
        | 'comparison_outcome_does_not_support_change'
        | 'decision_outcome_mismatch'
        | 'decision_requires_release_authority'
        | 'decision_superseded'
        | 'duplicate_comparison_run'
        | 'comparison_canceled';
      /** @description A sentence to act on */
      detail: string;
      /** @enum {string} */
      next_action:
        | 'authenticate'
        | 'refresh_access'
        | 'check_selection'
        | 'refresh_view'
        | 'start_new_query'
        | 'narrow_window'
        | 'reload'
        | 'update_report'
        | 'retry'
        | 'contact_support';
      request_id: components['schemas']['RequestId'];
      errors: {
        /** @description RFC 6901 pointer to the faulty member; empty for the whole document */
        pointer: string;
        detail: string;
        code?: components['schemas']['FaultCode'];
      }[];
    };
    /** ProtectionEvaluationEvent */
    ProtectionEvaluationEvent: {
      /**
       * @description Name of the event.
       * @enum {string}
       */
      event: 'protection_evaluation';
      /**
       * @description Version of this format.
       * @enum {number}
       */
      schema: 1;
      /**
       * @description What the request was made for.
       * @enum {unknown}
       */
      purpose: 'application' | 'playground' | 'comparison' | 'judge' | 'connection_validation';
      /**
       * Format: at-most-512-bytes
       * @description The request, as its gateway names it; unique within the workspace.
       */
      logical_request_id: string;
      /**
       * Format: at-most-512-bytes
       * @description Release that the environment ran.
       */
      release_id?: string;
      /**
       * Format: at-most-512-bytes
       * @description Route that the request took.
       */
      route_id?: string;
      /**
       * Format: at-most-512-bytes
       * @description Trace that the request was part of.
       */
      trace_id?: string;
      /**
       * Format: at-most-512-bytes
       * @description Team that the request is attributed to.
       */
      team_id?: string;
      /**
       * Format: at-most-512-bytes
       * @description Size class of the input, in the words of the gateway.
       */
      input_size_bucket?: string;
      /** @description When the request was let in; the time base of protection. */
      admitted_at: string;
      /** @description When the component came to its result; not before `admitted_at`. */
      evaluated_at: string;
      /**
       * Format: at-most-512-bytes
       * @description Protection component.
       */
      component_id: string;
      /**
       * Format: at-most-512-bytes
       * @description Immutable version of the component.
       */
      component_version: string;
      /**
       * @description Which side of the call it looked at.
       * @enum {unknown}
       */
      phase: 'input' | 'output';
      /**
       * @description Whether the engine selected the component.
       * @enum {unknown}
       */
      eligibility: 'eligible' | 'not_eligible';
      /**
       * @description Whether the component came to a result.
       * @enum {unknown}
       */
      evaluation: 'evaluated' | 'error' | 'not_executed';
      /**
       * @description The result; `none` exactly when the component came to none.
       * @enum {unknown}
       */
      outcome: 'passed' | 'blocked' | 'modified' | 'none';
      scope?: {
        /**
         * Format: at-most-512-bytes
         * @description Organization.
         */
        organization_id: string;
        /**
         * Format: at-most-512-bytes
         * @description Workspace.
         */
        workspace_id: string;
        /**
         * Format: at-most-512-bytes
         * @description Application.
         */
        application_id: string;
        /**
         * Format: at-most-512-bytes
         * @description Gateway.
         */
        gateway_id: string;
        /**
         * Format: at-most-512-bytes
         * @description Environment, the leaf that the traffic belongs to.
         */
        environment_id: string;
      };
    };
    /** ProtectionEvaluationRow */
    ProtectionEvaluationRow: {
      component_id: string;
      component_version: string;
      /** @enum {string} */
      phase: 'input' | 'output';
      /** @enum {string} */
      eligibility: 'eligible' | 'not_eligible';
      /** @enum {string} */
      evaluation: 'evaluated' | 'error' | 'not_executed';
      /** @enum {string} */
      outcome: 'passed' | 'blocked' | 'modified' | 'none';
    };
    /**
     * QueryId
     * @description 1 to 128 visible ASCII characters
     */
    QueryId: string;
    /** QueryLimits */
    QueryLimits: {
      /** Format: int64 */
      max_window_days: number;
      /** Format: int64 */
      read_context_max_age_seconds: number;
      /** Format: int64 */
      max_page_size: number;
      /** Format: int64 */
      max_ids_per_list: number;
      /** Format: int64 */
      max_id_length: number;
      /** Format: int64 */
      max_metrics: number;
      /** Format: int64 */
      max_chart_rows: number;
      /** Format: int64 */
      max_series_buckets: number;
      /** Format: int64 */
      max_groups: number;
      /** Format: int64 */
      max_facet_values: number;
      /** Format: int64 */
      max_top_values: number;
      /** Format: int64 */
      max_exact_samples: number;
      /** Format: int64 */
      max_filter_bytes: number;
      /** Format: int64 */
      max_latency_ms: number;
      /** Format: int64 */
      query_budget_seconds: number;
      /** Format: int64 */
      query_budget_rows: number;
      /** Format: int64 */
      query_budget_memory_bytes: number;
      /** Format: int64 */
      query_budget_result_rows: number;
    };
    /**
     * QueryScope
     * @description An empty list means every descendant that the caller may read
     */
    QueryScope: {
      organization_id?: components['schemas']['QueryId'];
      workspace_id?: components['schemas']['QueryId'];
      application_ids?: components['schemas']['QueryId'][];
      gateway_ids?: components['schemas']['QueryId'][];
      environment_ids?: components['schemas']['QueryId'][];
    };
    /** ReadContext */
    ReadContext: {
      /** Format: int32 */
      schema: number;
      /** Format: int32 */
      catalog_version: number;
      /** Format: int32 */
      filter_version: number;
      /** @description The subject that asked */
      central_account_id: string;
      /** @description The workspace of the answer */
      workspace_id: string;
      /** @description Digest of the resolved environments and the release filter */
      scope_digest: string;
      /** @description Unsigned integer as a decimal string */
      authority_epoch: string;
      /** @description Unsigned integer as a decimal string */
      projection_generation: string;
      /** @description Unsigned integer as a decimal string */
      retention_generation: string;
      /** @description Unsigned integer as a decimal string */
      exclusion_generation: string;
      from: components['schemas']['Instant'];
      to: components['schemas']['Instant'];
      /**
       * @description The grain of the series that created the context
       * @enum {string}
       */
      grain?: 'hour' | 'day' | 'week' | 'month';
      display_tz: components['schemas']['TimeZone'];
      purposes: ('application' | 'playground' | 'comparison' | 'judge' | 'connection_validation')[];
      /** @description Arrival sequence, of the workspace’s own traffic, the answer was computed up to */
      arrival_fence: string;
      /** @description The same sequence, up to which disclosed gaps are counted; at least arrival_fence */
      disclosed_through: string;
      watermarks: components['schemas']['Watermark'][];
      /** @description Gaps disclosed for the window */
      coverage: components['schemas']['CoverageEntry'][];
      index_behind_since?: components['schemas']['Instant'];
      evaluated_at: components['schemas']['Instant'];
      /** @description Proof that this service made the context; opaque */
      seal: string;
    };
    /** Readiness */
    Readiness: {
      /**
       * @description `stopping`: it was asked to end, and soon accepts no more requests
       * @enum {string}
       */
      status: 'ready' | 'stopping' | 'unavailable';
      /** @enum {string} */
      postgres: 'up' | 'down' | 'not_composed';
      /** @enum {string} */
      clickhouse: 'up' | 'down' | 'not_composed';
      components?: {
        api: components['schemas']['ComponentState'];
        'worker.requested_runs': components['schemas']['ComponentState'];
        'worker.dispatcher': components['schemas']['ComponentState'];
        'worker.due_runs': components['schemas']['ComponentState'];
        'worker.comparison_runs': components['schemas']['ComponentState'];
        'worker.housekeeping': components['schemas']['ComponentState'];
        relay: components['schemas']['ComponentState'];
        reconciler: components['schemas']['ComponentState'];
        indexer: components['schemas']['ComponentState'];
        reader: components['schemas']['ComponentState'];
        inbox: components['schemas']['ComponentState'];
      };
      outbox?: {
        /** Format: int64 */
        waiting: number;
        /**
         * Format: int64
         * @description Given up; an operator has to look
         */
        dead: number;
      };
      overdue_schedules?: {
        /**
         * Format: int64
         * @description Due for a minute and more, and not taken up
         */
        count: number;
        /**
         * Format: int64
         * @description 0 where none is
         */
        oldest_seconds: number;
      };
      index?: {
        /**
         * @description `behind`: traffic has waited for longer than it may, and figures are partial until it is read; `unknown`: no indexer has begun yet
         * @enum {string}
         */
        state: 'current' | 'behind' | 'unknown';
        /**
         * Format: int64
         * @description Age of what may not be read and loaded yet; a few seconds while all is well
         */
        waiting_seconds: number;
      };
      /** @description What the last finished retention sweep removed; absent before the first */
      last_sweep?: {
        finished_at: components['schemas']['Instant'];
        /**
         * Format: int64
         * @description In which anything was due
         */
        workspaces: number;
        /** Format: int64 */
        answers: number;
        /** Format: int64 */
        runs: number;
        /** Format: int64 */
        idempotency_keys: number;
        /** Format: int64 */
        outbox_items: number;
        /** Format: int64 */
        heartbeats: number;
        /** Format: int64 */
        audit_events: number;
        /** Format: int64 */
        cache_entries: number;
        /** Format: int64 */
        quarantined_lines: number;
        /** Format: int64 */
        contents: number;
      };
    };
    /** ReceiptQuery */
    ReceiptQuery: {
      /** @enum {number} */
      schema: 1;
      scope?: components['schemas']['QueryScope'];
      from: components['schemas']['Bound'];
      to: components['schemas']['Bound'];
      display_tz?: components['schemas']['TimeZone'];
      /** @description Each answers as a group of its own; `application` alone when absent */
      purposes?: ('application' | 'playground' | 'comparison' | 'judge' | 'connection_validation')[];
      release_ids?: components['schemas']['ReleaseName'][];
      /** @description The context of an earlier answer, echoed unchanged */
      read_context: {
        [key: string]: unknown;
      };
      logical_request_id: components['schemas']['LogicalRequestId'];
    };
    /** RefusalRow */
    RefusalRow: {
      /** @enum {string} */
      code:
        | 'forbidden'
        | 'budget_exceeded'
        | 'coverage_unknown'
        | 'snapshot_expired'
        | 'read_context_expired'
        | 'scope_required'
        | 'metric_version_unknown'
        | 'purpose_mixing_refused'
        | 'window_too_large'
        | 'invalid_query'
        | 'dependency_unavailable'
        | 'validation_failed';
      /** Format: int32 */
      status: number;
      /** @enum {string} */
      next_action:
        | 'authenticate'
        | 'refresh_access'
        | 'check_selection'
        | 'refresh_view'
        | 'start_new_query'
        | 'narrow_window'
        | 'reload'
        | 'update_report'
        | 'retry'
        | 'contact_support';
    };
    /**
     * ReleaseId
     * @description rel_ and 26 characters, as the service gave it
     * @example rel_01k9d4w7z2e8sb6f3m5q0v1xya
     */
    ReleaseId: string;
    /** ReleaseMarkerEvent */
    ReleaseMarkerEvent: {
      /**
       * @description Name of the event.
       * @enum {string}
       */
      event: 'release_marker';
      /**
       * @description Version of this format.
       * @enum {number}
       */
      schema: 1;
      /**
       * Format: at-most-512-bytes
       * @description The marker; unique within the workspace.
       */
      marker_id: string;
      /**
       * @description What happened.
       * @enum {unknown}
       */
      marker_kind: 'deployed' | 'rolled_back' | 'retired';
      /**
       * Format: at-most-512-bytes
       * @description Release that it happened to.
       */
      release_id: string;
      /**
       * Format: at-most-512-bytes
       * @description Digest of the configuration in force afterwards.
       */
      effective_digest?: string;
      /**
       * @description Who did it.
       * @enum {unknown}
       */
      actor_kind: 'person' | 'automation' | 'system';
      /** @description When it happened; the time base of markers. */
      occurred_at: string;
      scope?: {
        /**
         * Format: at-most-512-bytes
         * @description Organization.
         */
        organization_id: string;
        /**
         * Format: at-most-512-bytes
         * @description Workspace.
         */
        workspace_id: string;
        /**
         * Format: at-most-512-bytes
         * @description Application.
         */
        application_id: string;
        /**
         * Format: at-most-512-bytes
         * @description Gateway.
         */
        gateway_id: string;
        /**
         * Format: at-most-512-bytes
         * @description Environment, the leaf that the traffic belongs to.
         */
        environment_id: string;
      };
    };
    /**
     * ReleaseName
     * Format: at-most-512-bytes
     * @description 1 to 512 bytes, no control characters, as traffic names releases
     */
    ReleaseName: string;
    /** RemainingBudget */
    RemainingBudget:
      | {
          /** @enum {string} */
          state: 'present';
          nano_usd: components['schemas']['NanoUsd'];
        }
      | {
          /** @enum {string} */
          state: 'absent';
          /** @enum {string} */
          reason: 'scope_not_authorized';
        };
    /** ReportCreate */
    ReportCreate: {
      name: components['schemas']['ChosenName'];
      saved_view_id: components['schemas']['SavedViewId'];
      expected_view_revision: components['schemas']['Revision'];
      /** @description Current members of the organization who may also see the report */
      recipient_subject_ids: components['schemas']['SubjectId'][];
      /**
       * @description Empty in this release; `[]` when absent
       * @example []
       */
      evidence_refs?: string[];
      idempotency_key?: components['schemas']['IdempotencyKey'];
    };
    /** ReportCreation */
    ReportCreation: {
      report: components['schemas']['ReportV1'];
      run: components['schemas']['ReportRunV1'];
    };
    /** ReportDeletion */
    ReportDeletion: {
      report_id: components['schemas']['ReportId'];
      deleted_at: components['schemas']['Instant'];
      /**
       * Format: int64
       * @description Runs that went with it, answers and all
       */
      runs_removed: number;
    };
    /**
     * ReportId
     * @description rpt_ and 26 characters, as the service gave it
     * @example rpt_01k9d4w7z2e8sb6f3m5q0v1xya
     */
    ReportId: string;
    /** ReportInboxItemV1 */
    ReportInboxItemV1: {
      delivery_id: components['schemas']['DeliveryId'];
      organization_id: components['schemas']['OrganizationId'];
      workspace_id: components['schemas']['WorkspaceId'];
      /**
       * @description `report_delivered` for a scheduled report; `schedule_paused` and `schedule_failed` tell the owner of a schedule that an occurrence of it failed; other events may come with later versions
       * @example report_delivered
       */
      event_type: string;
      /**
       * @description What `source_id` is: `report_occurrence` for a scheduled report, `failed_occurrence` for a notice to the owner
       * @example report_occurrence
       */
      source_kind: string;
      /** @description What the item comes from: the `rocc_` id of the occurrence */
      source_id: string;
      report_id: components['schemas']['ReportId'];
      /** @description What the report is called now; null where its recipient can no longer open the run, or see the report */
      report_name: components['schemas']['Name'] | null;
      notice?: components['schemas']['ScheduleNotice'];
      /** @description The run that was delivered; empty where an occurrence failed before it had one */
      run_id: string;
      schedule_id: components['schemas']['ReportScheduleId'];
      delivered_at: components['schemas']['Instant'];
      /** @description When it was first opened; null before */
      read_at: components['schemas']['Instant'] | null;
    };
    /** ReportInboxSummaryV1 */
    ReportInboxSummaryV1: {
      /**
       * Format: int32
       * @description Items that were never opened and can be opened now; of those that were never opened, the newest 100 are looked at
       */
      unread_count: number;
      /** @description True where more were never opened than were looked at: there are at least `unread_count` */
      truncated: boolean;
    };
    /**
     * ReportOccurrenceId
     * @description rocc_ and 26 characters, as the service gave it
     * @example rocc_01k9d4w7z2e8sb6f3m5q0v1xya
     */
    ReportOccurrenceId: string;
    /** ReportOccurrenceV1 */
    ReportOccurrenceV1: {
      occurrence_id: components['schemas']['ReportOccurrenceId'];
      schedule_id: components['schemas']['ReportScheduleId'];
      report_id: components['schemas']['ReportId'];
      schedule_revision: components['schemas']['Revision'];
      view_revision: components['schemas']['Revision'];
      scheduled_for: components['schemas']['Instant'];
      /** @description Half-open: elapsed time up to the instant, or the local days of a calendar window that are over then; absent of a missed one */
      window?: {
        from: components['schemas']['Instant'];
        to: components['schemas']['Instant'];
      };
      /** @enum {string} */
      state: 'claimed' | 'running' | 'delivered' | 'failed' | 'cancelling' | 'cancelled' | 'missed';
      /** @description The run that it made; empty before there is one, and of a missed one */
      run_id: string;
      /** @description Empty unless failed or cancelled */
      failure_code: string;
      /** @description Empty unless failed or cancelled */
      failure_detail: string;
      /**
       * Format: int32
       * @description Instants that were passed over by catch-up; of a missed one all that were owed, itself included
       */
      skipped_count: number;
      skipped_from?: components['schemas']['Instant'];
      skipped_to?: components['schemas']['Instant'];
      /**
       * Format: int32
       * @description Recipients that were served
       */
      delivered_count: number;
      /**
       * Format: int32
       * @description Recipients that could not open the run any more
       */
      suppressed_count: number;
      /**
       * Format: int32
       * @description Transient failures of its own steps; those of its run are counted there
       */
      attempt: number;
      created_at: components['schemas']['Instant'];
      finished_at?: components['schemas']['Instant'];
    };
    /** ReportRunCreate */
    ReportRunCreate: {
      idempotency_key?: components['schemas']['IdempotencyKey'];
    };
    /**
     * ReportRunId
     * @description rrun_ and 26 characters, as the service gave it
     * @example rrun_01k9d4w7z2e8sb6f3m5q0v1xya
     */
    ReportRunId: string;
    /** ReportRunOpenV1 */
    ReportRunOpenV1: {
      run_id: components['schemas']['ReportRunId'];
      report_id: components['schemas']['ReportId'];
      organization_id: components['schemas']['OrganizationId'];
      workspace_id: components['schemas']['WorkspaceId'];
      initiator: components['schemas']['SubjectId'];
      idempotency_key: components['schemas']['IdempotencyKey'];
      /** @enum {string} */
      state: 'queued' | 'running' | 'ready' | 'partial' | 'failed' | 'cancelled' | 'expired';
      /** @description Empty unless failed */
      failure_code: string;
      /** @description Empty unless failed */
      failure_detail: string;
      /** @description The insight-query/v1 document as asked: copied from the view, window resolved, scope included */
      question: {
        [key: string]: unknown;
      };
      view_revision: components['schemas']['Revision'];
      window: {
        from: components['schemas']['Instant'];
        to: components['schemas']['Instant'];
      };
      calendar_window?: components['schemas']['CalendarWindow'];
      clock_change?: components['schemas']['ClockChange'];
      display_tz: components['schemas']['TimeZone'];
      /**
       * Format: int64
       * @description Access generation that the run executed under
       */
      authority_epoch: number;
      /**
       * Format: int32
       * @description Worker tries so far
       */
      attempt: number;
      last_failure?: components['schemas']['FailedTry'];
      next_try_at?: components['schemas']['Instant'];
      /**
       * @description Of a run that is not settled, where it is listed or read: a part without a sign of life, the next try, or its turn
       * @enum {string}
       */
      waits_for?: 'report_worker' | 'reader' | 'next_try' | 'turn';
      /** @description Reasons for which figures of traffic are floors; empty when complete, and where something else makes the run partial: `state` says which */
      coverage: string[];
      /** @description The answer hit a row bound */
      truncated: boolean;
      artifact_digest: components['schemas']['Digest'];
      /** Format: int32 */
      group_count: number;
      /**
       * Format: int32
       * @description Size of the stored answer in its canonical form, without what is withheld from this viewer
       */
      byte_count: number;
      created_at: components['schemas']['Instant'];
      started_at?: components['schemas']['Instant'];
      finished_at?: components['schemas']['Instant'];
      expires_at?: components['schemas']['Instant'];
      answer?: components['schemas']['InsightAnswer'];
      /** @description A random value of the run, digested with its answer; present with a whole answer alone */
      artifact_salt?: string;
      presentation_digest: components['schemas']['Digest'];
      /** @description Money cells were replaced because the viewer lacks `cost.read` */
      money_withheld: boolean;
    };
    /** ReportRunV1 */
    ReportRunV1: {
      run_id: components['schemas']['ReportRunId'];
      report_id: components['schemas']['ReportId'];
      organization_id: components['schemas']['OrganizationId'];
      workspace_id: components['schemas']['WorkspaceId'];
      initiator: components['schemas']['SubjectId'];
      idempotency_key: components['schemas']['IdempotencyKey'];
      /** @enum {string} */
      state: 'queued' | 'running' | 'ready' | 'partial' | 'failed' | 'cancelled' | 'expired';
      /** @description Empty unless failed */
      failure_code: string;
      /** @description Empty unless failed */
      failure_detail: string;
      /** @description The insight-query/v1 document as asked: copied from the view, window resolved, scope included */
      question: {
        [key: string]: unknown;
      };
      view_revision: components['schemas']['Revision'];
      window: {
        from: components['schemas']['Instant'];
        to: components['schemas']['Instant'];
      };
      calendar_window?: components['schemas']['CalendarWindow'];
      clock_change?: components['schemas']['ClockChange'];
      display_tz: components['schemas']['TimeZone'];
      /**
       * Format: int64
       * @description Access generation that the run executed under
       */
      authority_epoch: number;
      /**
       * Format: int32
       * @description Worker tries so far
       */
      attempt: number;
      last_failure?: components['schemas']['FailedTry'];
      next_try_at?: components['schemas']['Instant'];
      /**
       * @description Of a run that is not settled, where it is listed or read: a part without a sign of life, the next try, or its turn
       * @enum {string}
       */
      waits_for?: 'report_worker' | 'reader' | 'next_try' | 'turn';
      /** @description Reasons for which figures of traffic are floors; empty when complete, and where something else makes the run partial: `state` says which */
      coverage: string[];
      /** @description The answer hit a row bound */
      truncated: boolean;
      artifact_digest: components['schemas']['Digest'];
      /** Format: int32 */
      group_count: number;
      /**
       * Format: int32
       * @description Size of the stored answer in its canonical form, without what is withheld from this viewer
       */
      byte_count: number;
      created_at: components['schemas']['Instant'];
      started_at?: components['schemas']['Instant'];
      finished_at?: components['schemas']['Instant'];
      expires_at?: components['schemas']['Instant'];
    };
    /** ReportScheduleCreate */
    ReportScheduleCreate: {
      report_id: components['schemas']['ReportId'];
      expected_report_revision: components['schemas']['Revision'];
      cadence: components['schemas']['Cadence'];
      /** @description Who receives each run: the owner of the report or its recipients, each able to open its latest run now. May be empty */
      recipient_subject_ids: components['schemas']['SubjectId'][];
      /** @description True saves it paused, with the reason `manual`; `false` when absent */
      paused?: boolean;
      idempotency_key?: components['schemas']['IdempotencyKey'];
    };
    /** ReportScheduleDeletion */
    ReportScheduleDeletion: {
      schedule_id: components['schemas']['ReportScheduleId'];
      deleted_at: components['schemas']['Instant'];
      /**
       * Format: int32
       * @description Occurrences in flight that it stopped
       */
      occurrences_cancelled: number;
    };
    /**
     * ReportScheduleId
     * @description rsch_ and 26 characters, as the service gave it
     * @example rsch_01k9d4w7z2e8sb6f3m5q0v1xya
     */
    ReportScheduleId: string;
    /** ReportSchedulePreview */
    ReportSchedulePreview: components['schemas']['ScheduledInstant'][];
    /** ReportSchedulePreviewQuery */
    ReportSchedulePreviewQuery: {
      cadence: components['schemas']['Cadence'];
      from: components['schemas']['ScheduleBound'];
      to: components['schemas']['ScheduleBound'];
    };
    /** ReportScheduleUpdate */
    ReportScheduleUpdate: {
      expected_revision: components['schemas']['Revision'];
      cadence: components['schemas']['CadenceEdit'];
      /** @description Who receives each run: the owner of the report or its recipients, each able to open its latest run now. May be empty */
      recipient_subject_ids: components['schemas']['SubjectId'][];
      /** @description True saves it paused, with the reason `manual` */
      paused: boolean;
    };
    /** ReportScheduleV1 */
    ReportScheduleV1: {
      schedule_id: components['schemas']['ReportScheduleId'];
      organization_id: components['schemas']['OrganizationId'];
      workspace_id: components['schemas']['WorkspaceId'];
      report_id: components['schemas']['ReportId'];
      owner: components['schemas']['SubjectId'];
      cadence: components['schemas']['Cadence'];
      /**
       * @description Release of the time-zone database that the next instant was computed with
       * @example 2025c
       */
      tzdb_version: string;
      /** @description Who receives each run: the owner of the report or its recipients, each able to open its latest run now. May be empty */
      recipient_subject_ids: components['schemas']['SubjectId'][];
      paused: boolean;
      /**
       * @description Empty unless paused; all but `manual` are the server’s
       * @enum {string}
       */
      pause_reason: '' | 'manual' | 'authority_lost' | 'report_deleted' | 'view_changed' | 'invalid_request';
      /**
       * @description `unavailable`: not paused, and a part that runs it gives no sign of life
       * @enum {string}
       */
      execution_state: 'armed' | 'paused' | 'unavailable';
      /** @description The parts that are missing, and no others, also while paused */
      unavailable_reasons: ('dispatcher' | 'report_worker' | 'reader' | 'inbox')[];
      revision: components['schemas']['Revision'];
      /** @description Null while paused */
      next_run_at: components['schemas']['Instant'] | null;
      /** @description The next three instants that will run; none while paused */
      next_occurrences: components['schemas']['ScheduledInstant'][];
      /** @description Present only where the schedule waits longer than its cadence says. Saving the schedule again ends it */
      delay?: {
        /**
         * @description The schedule was planned while the clock of the server was ahead, and waits behind the instant reached then
         * @enum {string}
         */
        cause: 'clock_was_ahead';
        skipped_from: components['schemas']['Instant'];
        /**
         * Format: int64
         * @description From that instant to `next_run_at`
         */
        seconds: number;
      };
      /** @description The latest instant that was taken or missed */
      last_scheduled_for: components['schemas']['Instant'] | null;
      /**
       * Format: int64
       * @description Instants that were passed over by catch-up, over the whole life
       */
      skipped_total: number;
      /** @description What is allowed and seldom meant; absent where there is nothing */
      warnings?: components['schemas']['ScheduleWarning'][];
      created_at: components['schemas']['Instant'];
      updated_at: components['schemas']['Instant'];
    };
    /** ReportUpdate */
    ReportUpdate: {
      expected_revision: components['schemas']['Revision'];
      name: components['schemas']['ChosenName'];
      /** @description Current members of the organization who may also see the report */
      recipient_subject_ids: components['schemas']['SubjectId'][];
      expected_view_revision?: components['schemas']['Revision'];
    };
    /** ReportV1 */
    ReportV1: {
      report_id: components['schemas']['ReportId'];
      organization_id: components['schemas']['OrganizationId'];
      workspace_id: components['schemas']['WorkspaceId'];
      owner: components['schemas']['SubjectId'];
      name: components['schemas']['Name'];
      saved_view_id: components['schemas']['SavedViewId'];
      view_revision: components['schemas']['Revision'];
      /** @description Current members of the organization who may also see the report */
      recipient_subject_ids: components['schemas']['SubjectId'][];
      /**
       * @description Empty in this release
       * @example []
       */
      evidence_refs: string[];
      revision: components['schemas']['Revision'];
      latest_run_id?: components['schemas']['ReportRunId'];
      created_at: components['schemas']['Instant'];
      updated_at: components['schemas']['Instant'];
    };
    /** RequestAdmittedEvent */
    RequestAdmittedEvent: {
      /**
       * @description Name of the event.
       * @enum {string}
       */
      event: 'request_admitted';
      /**
       * @description Version of this format.
       * @enum {number}
       */
      schema: 1;
      /**
       * @description What the request was made for.
       * @enum {unknown}
       */
      purpose: 'application' | 'playground' | 'comparison' | 'judge' | 'connection_validation';
      /**
       * Format: at-most-512-bytes
       * @description The request, as its gateway names it; unique within the workspace.
       */
      logical_request_id: string;
      /**
       * Format: at-most-512-bytes
       * @description Release that the environment ran.
       */
      release_id?: string;
      /**
       * Format: at-most-512-bytes
       * @description Route that the request took.
       */
      route_id?: string;
      /**
       * Format: at-most-512-bytes
       * @description Trace that the request was part of.
       */
      trace_id?: string;
      /**
       * Format: at-most-512-bytes
       * @description Team that the request is attributed to.
       */
      team_id?: string;
      /**
       * Format: at-most-512-bytes
       * @description Size class of the input, in the words of the gateway.
       */
      input_size_bucket?: string;
      /** @description Names of the call that other requests may report as well. The first request counts. A later request is the same call, and changes nothing, if the two share a name of their own or one encloses the other. */
      call_names?: {
        /** @description Names of this report of the call. */
        own: string[];
        /** @description Names of reports of the same call that enclose this one, such as parent spans. */
        around: string[];
      };
      /** @description When the request was let in; the time base of requests. */
      admitted_at: string;
      /** @description The caller asked for a stream; absent where that is not known. */
      streaming?: boolean;
      /** @description Additional annotations of the gateway: texts by name. The journal stores them; no figure uses them, and they are not part of the event’s content. */
      noted?: {
        [key: string]: string;
      };
      scope?: {
        /**
         * Format: at-most-512-bytes
         * @description Organization.
         */
        organization_id: string;
        /**
         * Format: at-most-512-bytes
         * @description Workspace.
         */
        workspace_id: string;
        /**
         * Format: at-most-512-bytes
         * @description Application.
         */
        application_id: string;
        /**
         * Format: at-most-512-bytes
         * @description Gateway.
         */
        gateway_id: string;
        /**
         * Format: at-most-512-bytes
         * @description Environment, the leaf that the traffic belongs to.
         */
        environment_id: string;
      };
    };
    /**
     * RequestId
     * @description req_ and 26 characters, as the service gave it
     * @example req_01k9d4w7z2e8sb6f3m5q0v1xya
     */
    RequestId: string;
    /** RequestRow */
    RequestRow: {
      logical_request_id: string;
      /** @enum {string} */
      purpose: 'application' | 'playground' | 'comparison' | 'judge' | 'connection_validation';
      occurred_at: components['schemas']['Instant'];
      /** @enum {string} */
      status: 'succeeded' | 'refused' | 'failed' | 'cancelled' | 'partial' | 'unknown' | 'pending';
      /** @description Finer kind of ending, in the words of the gateway */
      terminal_kind?: string;
      /** @description Absent when the request names none */
      release_id?: string;
      /** @description Absent when no model served the request */
      final_model?: string;
      /** @description Absent when no provider served the request */
      final_provider?: string;
      attempt_count?: components['schemas']['Count'];
      total_ms?: components['schemas']['DecimalNumber'];
      first_output_ms?: components['schemas']['DecimalNumber'];
      /** @description False: first_output_ms is absent, and never 0 */
      first_output_known: boolean;
      /** @description Absent when nobody said whether it streamed */
      streaming?: boolean;
      /** @description Absent when nothing was recorded about protection, which is not the same as passed */
      protection_evaluations?: components['schemas']['ProtectionEvaluationRow'][];
    };
    /** RequestTerminalEvent */
    RequestTerminalEvent: {
      /**
       * @description Name of the event.
       * @enum {string}
       */
      event: 'request_terminal';
      /**
       * @description Version of this format.
       * @enum {number}
       */
      schema: 1;
      /**
       * @description What the request was made for.
       * @enum {unknown}
       */
      purpose: 'application' | 'playground' | 'comparison' | 'judge' | 'connection_validation';
      /**
       * Format: at-most-512-bytes
       * @description The request, as its gateway names it; unique within the workspace.
       */
      logical_request_id: string;
      /**
       * Format: at-most-512-bytes
       * @description Release that the environment ran.
       */
      release_id?: string;
      /**
       * Format: at-most-512-bytes
       * @description Route that the request took.
       */
      route_id?: string;
      /**
       * Format: at-most-512-bytes
       * @description Trace that the request was part of.
       */
      trace_id?: string;
      /**
       * Format: at-most-512-bytes
       * @description Team that the request is attributed to.
       */
      team_id?: string;
      /**
       * Format: at-most-512-bytes
       * @description Size class of the input, in the words of the gateway.
       */
      input_size_bucket?: string;
      /** @description Names of the call that other requests may report as well. The first request counts. A later request is the same call, and changes nothing, if the two share a name of their own or one encloses the other. */
      call_names?: {
        /** @description Names of this report of the call. */
        own: string[];
        /** @description Names of reports of the same call that enclose this one, such as parent spans. */
        around: string[];
      };
      /** @description When the request was let in; the time base of outcomes and latency. */
      admitted_at: string;
      /** @description When the request ended; not before `admitted_at`. */
      terminal_at: string;
      /**
       * @description How the request ended.
       * @enum {unknown}
       */
      status: 'succeeded' | 'refused' | 'failed' | 'cancelled' | 'partial' | 'unknown';
      /**
       * Format: at-most-512-bytes
       * @description Finer kind of ending, in the words of the gateway.
       */
      terminal_kind?: string;
      /**
       * Format: at-most-512-bytes
       * @description Model that served the request; absent when none did.
       */
      final_model?: string;
      /**
       * Format: at-most-512-bytes
       * @description Provider that served the request; absent when none did.
       */
      final_provider?: string;
      /**
       * Format: at-most-512-bytes
       * @description Connection that served the request.
       */
      connection_id?: string;
      /**
       * Format: at-most-512-bytes
       * @description Version of the route that the request took.
       */
      route_version?: string;
      /**
       * Format: int32
       * @description Attempts made for the request.
       */
      attempt_count: number;
      /** @description The caller asked for a stream; absent where that is not known. */
      streaming?: boolean;
      /** @description Time from admission to end as the gateway measured it; absent when it did not. */
      total_ms?: number;
      /** @description Time from admission to the first output; only on a stream, absent when none was observed. */
      first_output_ms?: number;
      /** @description The gateway recorded which protection components it selected, even if it selected none; absent means that it did not. */
      protection_observed?: boolean;
      scope?: {
        /**
         * Format: at-most-512-bytes
         * @description Organization.
         */
        organization_id: string;
        /**
         * Format: at-most-512-bytes
         * @description Workspace.
         */
        workspace_id: string;
        /**
         * Format: at-most-512-bytes
         * @description Application.
         */
        application_id: string;
        /**
         * Format: at-most-512-bytes
         * @description Gateway.
         */
        gateway_id: string;
        /**
         * Format: at-most-512-bytes
         * @description Environment, the leaf that the traffic belongs to.
         */
        environment_id: string;
      };
    };
    /**
     * Revision
     * @description Unsigned integer as a decimal string: copy it, do not parse it
     * @example 1
     */
    Revision: string;
    /**
     * RouteId
     * @description rt_ and 26 characters, as the service gave it
     * @example rt_01k9d4w7z2e8sb6f3m5q0v1xya
     */
    RouteId: string;
    /**
     * RowCursor
     * @description Opaque: the `next_cursor` of the page before, only with its read context
     */
    RowCursor: string;
    /** SampleCase */
    SampleCase: {
      case_id: components['schemas']['CaseId'];
      version: components['schemas']['Revision'];
      critical: boolean;
    };
    /** SavedView */
    SavedView: {
      id: components['schemas']['SavedViewId'];
      organization_id: components['schemas']['OrganizationId'];
      workspace_id: components['schemas']['WorkspaceId'];
      owner: components['schemas']['SubjectId'];
      name: components['schemas']['Name'];
      /** @enum {string} */
      audience: 'personal' | 'team';
      /** Format: int32 */
      filter_version: number;
      /** @description An insight-query/v1 document; without `from` and `to` unless `time_intent` is `fixed` */
      query: {
        [key: string]: unknown;
      };
      /**
       * @description Its own window; elapsed time before the moment of asking, with `relative_window_seconds`; or whole local days, with `calendar_window`
       * @enum {string}
       */
      time_intent: 'fixed' | 'relative' | 'calendar';
      /**
       * Format: int32
       * @description Seconds of elapsed time before the moment of asking; required when `time_intent` is `relative`
       */
      relative_window_seconds?: number;
      calendar_window?: components['schemas']['CalendarWindow'];
      display_tz: components['schemas']['TimeZone'];
      revision: components['schemas']['Revision'];
      question_revision: components['schemas']['Revision'];
      created_at: components['schemas']['Instant'];
      updated_at: components['schemas']['Instant'];
    };
    /** SavedViewCreate */
    SavedViewCreate: {
      name: components['schemas']['ChosenName'];
      /** @enum {string} */
      audience: 'personal' | 'team';
      query: components['schemas']['StoredQuestion'];
      /**
       * @description Its own window; elapsed time before the moment of asking, with `relative_window_seconds`; or whole local days, with `calendar_window`
       * @enum {string}
       */
      time_intent: 'fixed' | 'relative' | 'calendar';
      /**
       * Format: int32
       * @description Seconds of elapsed time before the moment of asking; required when `time_intent` is `relative`
       */
      relative_window_seconds?: number;
      calendar_window?: components['schemas']['CalendarWindow'];
      display_tz: components['schemas']['TimeZone'];
    };
    /** SavedViewDeletion */
    SavedViewDeletion: {
      saved_view_id: components['schemas']['SavedViewId'];
      deleted_at: components['schemas']['Instant'];
      dependents: components['schemas']['ViewDependents'];
    };
    /**
     * SavedViewId
     * @description sv_ and 26 characters, as the service gave it
     * @example sv_01k9d4w7z2e8sb6f3m5q0v1xya
     */
    SavedViewId: string;
    /** SavedViewUpdate */
    SavedViewUpdate: {
      name: components['schemas']['ChosenName'];
      /** @enum {string} */
      audience: 'personal' | 'team';
      query: components['schemas']['StoredQuestion'];
      /**
       * @description Its own window; elapsed time before the moment of asking, with `relative_window_seconds`; or whole local days, with `calendar_window`
       * @enum {string}
       */
      time_intent: 'fixed' | 'relative' | 'calendar';
      /**
       * Format: int32
       * @description Seconds of elapsed time before the moment of asking; required when `time_intent` is `relative`
       */
      relative_window_seconds?: number;
      calendar_window?: components['schemas']['CalendarWindow'];
      display_tz: components['schemas']['TimeZone'];
      expected_revision: components['schemas']['Revision'];
    };
    /**
     * ScheduleBound
     * @description RFC 3339 instant of the years 2000 to 2099 of UTC
     * @example 2026-01-01T00:00:00Z
     */
    ScheduleBound: string;
    /** ScheduleNotice */
    ScheduleNotice: {
      /** @description The `failure_code` of the occurrence */
      code: string;
      /** @description The `failure_detail` of the occurrence; empty where its recipient can no longer see the report */
      detail: string;
      /** @description What the owner of the schedule can do */
      remedy: string;
    };
    /** ScheduleWarning */
    ScheduleWarning: {
      /** @description RFC 6901 pointer into the schedule */
      pointer: string;
      detail: string;
    };
    /** ScheduledInstant */
    ScheduledInstant: {
      scheduled_utc: components['schemas']['Instant'];
      /**
       * @description The same instant on the clocks of the zone, or of UTC where the cadence names none
       * @example 2026-03-29T03:30:00.000+02:00
       */
      local: string;
      /**
       * @description `dst_gap`: the local time did not exist and is later; `dst_fold`: it came twice, this is the first
       * @enum {string}
       */
      note: '' | 'dst_gap' | 'dst_fold';
    };
    /** ServingReleaseV1 */
    ServingReleaseV1: {
      release_id: components['schemas']['ReleaseId'];
      digest: components['schemas']['Digest'];
      target: components['schemas']['ModelTargetV1'];
      created_at: components['schemas']['Instant'];
    };
    /** ServingRouteV1 */
    ServingRouteV1: {
      route_id: components['schemas']['RouteId'];
      organization_id: components['schemas']['OrganizationId'];
      workspace_id: components['schemas']['WorkspaceId'];
      application_id: components['schemas']['ApplicationId'];
      gateway_id: components['schemas']['GatewayId'];
      environment_id: components['schemas']['EnvironmentId'];
      name: components['schemas']['Name'];
      release: components['schemas']['ServingReleaseV1'];
      created_at: components['schemas']['Instant'];
    };
    /** ShowableLead */
    ShowableLead: {
      /** Format: int32 */
      cases: number;
      /** @description The same as a share of the sample */
      share: string;
    };
    /**
     * SignedCount
     * @description Count as a decimal string
     */
    SignedCount: string;
    /** SpendCounts */
    SpendCounts: {
      priced_effects: components['schemas']['SignedCount'];
      pending_effects: components['schemas']['SignedCount'];
      unpriced_effects: components['schemas']['SignedCount'];
      estimated_effects: components['schemas']['SignedCount'];
      estimate_status_unknown_effects: components['schemas']['SignedCount'];
      adjustment_effects: components['schemas']['SignedCount'];
    };
    /** SpendEvidence */
    SpendEvidence:
      | {
          /** @enum {string} */
          state: 'available';
          counts: components['schemas']['SpendCounts'];
        }
      | components['schemas']['UnavailableValue'];
    /** StoredQuestion */
    StoredQuestion: {
      /** @enum {number} */
      schema: 1;
      /** @enum {string} */
      shape: 'overview' | 'series' | 'facets' | 'drilldown' | 'markers';
      scope?: components['schemas']['QueryScope'];
      /**
       * @description Required for series, absent for every other shape
       * @enum {string}
       */
      grain?: 'hour' | 'day' | 'week' | 'month';
      display_tz?: components['schemas']['TimeZone'];
      bucket_tz?: components['schemas']['BucketZone'];
      /** @description Each answers as a group of its own; `application` alone when absent */
      purposes?: ('application' | 'playground' | 'comparison' | 'judge' | 'connection_validation')[];
      release_ids?: components['schemas']['ReleaseName'][];
      /** @description Versioned ids such as provider_spend.v1; absent on drilldown and markers */
      metrics?: components['schemas']['QueryId'][];
      /** @description Each answers as groups of its own; required for facets, at most one on series, absent elsewhere */
      facets?: ('final_model' | 'route' | 'outcome' | 'release' | 'connection' | 'purpose' | 'input_size_bucket')[];
      /**
       * Format: int32
       * @description Only with facets: the number of first values of each facet and purpose, followed by all others as one group
       */
      top_values?: number;
      /**
       * @description Only on overview: each group also carries the window of the same length just before
       * @enum {string}
       */
      comparison?: 'previous_period';
      /** @enum {string} */
      drilldown?: 'request' | 'attempt' | 'feedback';
      feedback_filter?: components['schemas']['FeedbackFilter'];
      latency_filter?: components['schemas']['LatencyFilter'];
      attempt_filter?: components['schemas']['AttemptFilter'];
      facet_filter?: components['schemas']['FacetFilter'];
      group_filter?: components['schemas']['GroupFilter'];
      /** Format: int32 */
      page_size?: number;
      from?: components['schemas']['Bound'];
      to?: components['schemas']['Bound'];
    };
    /**
     * SubjectId
     * @description sub_ and 26 characters, as the service gave it
     * @example sub_01k9d4w7z2e8sb6f3m5q0v1xya
     */
    SubjectId: string;
    /**
     * TimeZone
     * @description IANA time zone; labels buckets and changes no arithmetic
     * @example Europe/Berlin
     */
    TimeZone: string;
    /**
     * TrafficEvent
     * @description An event of the traffic format; its scope is that of the credential
     */
    TrafficEvent:
      | components['schemas']['RequestAdmittedEvent']
      | components['schemas']['RequestTerminalEvent']
      | components['schemas']['AttemptEvent']
      | components['schemas']['CostEffectEvent']
      | components['schemas']['FeedbackVerdictEvent']
      | components['schemas']['ReleaseMarkerEvent']
      | components['schemas']['ProtectionEvaluationEvent']
      | components['schemas']['CoverageGapEvent']
      | components['schemas']['ContentEvent'];
    /**
     * TrafficEvents
     * @description One event, or a list of them
     */
    TrafficEvents: components['schemas']['TrafficEvent'] | components['schemas']['TrafficEvent'][];
    /** TrafficFault */
    TrafficFault: {
      /**
       * Format: int32
       * @description Its place in the list, or its line, from 0
       */
      index: number;
      /** @description RFC 6901 pointer to the faulty member of it; empty for the whole */
      pointer: string;
      /** @enum {string} */
      reason:
        | 'too_long'
        | 'not_json'
        | 'not_an_object'
        | 'unknown_event'
        | 'unknown_schema'
        | 'wrong_shape'
        | 'broken_rule'
        | 'unknown_scope'
        | 'conflicting'
        | 'unsettled'
        | 'not_kept';
      /** @description A sentence to act on */
      detail: string;
      missing_at?: components['schemas']['Instant'];
      /**
       * @description Reads of the environment at `missing_at` stay partial until the event comes corrected under the same ids, or an operator closes the gap; where it says no ids, until an operator does. Both are absent where nothing is missing
       * @enum {string}
       */
      closed_by?: 'corrected_event' | 'operator';
    };
    /** TrafficReceipt */
    TrafficReceipt: {
      /**
       * Format: int32
       * @description Events that are kept for good
       */
      accepted: number;
      /**
       * Format: int32
       * @description Things that tell of no call of a model, of other formats than our own, content that is not wanted, and changes of a price where no stated cost counts
       */
      ignored?: number;
      /**
       * Format: int32
       * @description Events that were not: sending them again is in vain
       */
      refused: number;
      /** @description Why, of the first 100 that were refused */
      faults: components['schemas']['TrafficFault'][];
      ignored_costs?: components['schemas']['IgnoredCosts'];
    };
    /** UnavailableValue */
    UnavailableValue: {
      /** @enum {string} */
      state: 'unavailable';
      /** @enum {string} */
      reason:
        | 'no_producer'
        | 'metric_version_absent'
        | 'unpriced_population'
        | 'not_observed'
        | 'scope_not_authorized'
        | 'content_withheld'
        | 'coverage_unknown'
        | 'denominator_zero'
        | 'excluded';
    };
    /** VerdictCounts */
    VerdictCounts: {
      /**
       * Format: int32
       * @description One for each cell
       */
      intended: number;
      /**
       * Format: int32
       * @description Cells of which something was said
       */
      there: number;
    };
    /** ViewDependents */
    ViewDependents: {
      reports: components['schemas']['DependentReport'][];
      /** @description True where more than 100 reports or schedules were found */
      truncated: boolean;
    };
    /**
     * Watermark
     * @description In the sequence of the workspace’s own traffic. produced_through above indexed_through: recent traffic is written but not yet indexed
     */
    Watermark: {
      /** @enum {string} */
      producer_class: 'gateway_journal' | 'control_plane_outbox';
      /** @description Unsigned integer as a decimal string */
      produced_through: string;
      /** @description Unsigned integer as a decimal string */
      indexed_through: string;
      last_indexed_at?: components['schemas']['Instant'];
    };
    /**
     * WorkspaceId
     * @description t_ and 26 characters, as the service gave it
     * @example t_01k9d4w7z2e8sb6f3m5q0v1xya
     */
    WorkspaceId: string;
    /** WorkspaceV1 */
    WorkspaceV1: {
      workspace_id: components['schemas']['WorkspaceId'];
      organization_id: components['schemas']['OrganizationId'];
      name: components['schemas']['Name'];
      created_at: components['schemas']['Instant'];
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type AcceptanceRuleV1 = components['schemas']['AcceptanceRuleV1'];
export type AllowedBlock = components['schemas']['AllowedBlock'];
export type AnswerGroup = components['schemas']['AnswerGroup'];
export type ApplicationId = components['schemas']['ApplicationId'];
export type ApplicationV1 = components['schemas']['ApplicationV1'];
export type ArmCost = components['schemas']['ArmCost'];
export type ArmCosts = components['schemas']['ArmCosts'];
export type ArmLatencies = components['schemas']['ArmLatencies'];
export type ArmLatency = components['schemas']['ArmLatency'];
export type AttemptEvent = components['schemas']['AttemptEvent'];
export type AttemptFilter = components['schemas']['AttemptFilter'];
export type AttemptRow = components['schemas']['AttemptRow'];
export type AvailableValue = components['schemas']['AvailableValue'];
export type Bound = components['schemas']['Bound'];
export type Bucket = components['schemas']['Bucket'];
export type BucketZone = components['schemas']['BucketZone'];
export type Cadence = components['schemas']['Cadence'];
export type CadenceEdit = components['schemas']['CadenceEdit'];
export type CalendarWindow = components['schemas']['CalendarWindow'];
export type CaseContent = components['schemas']['CaseContent'];
export type CaseId = components['schemas']['CaseId'];
export type CaseMessage = components['schemas']['CaseMessage'];
export type CaseRevision = components['schemas']['CaseRevision'];
export type CaseV1 = components['schemas']['CaseV1'];
export type CasesCreate = components['schemas']['CasesCreate'];
export type CasesCreation = components['schemas']['CasesCreation'];
export type Cell = components['schemas']['Cell'];
export type CellCounts = components['schemas']['CellCounts'];
export type ChosenCase = components['schemas']['ChosenCase'];
export type ChosenName = components['schemas']['ChosenName'];
export type ClauseV1 = components['schemas']['ClauseV1'];
export type ClockChange = components['schemas']['ClockChange'];
export type ComparableCosts = components['schemas']['ComparableCosts'];
export type ComparisonCreate = components['schemas']['ComparisonCreate'];
export type ComparisonDecisionCreate = components['schemas']['ComparisonDecisionCreate'];
export type ComparisonDecisionId = components['schemas']['ComparisonDecisionId'];
export type ComparisonDecisionV1 = components['schemas']['ComparisonDecisionV1'];
export type ComparisonForecastV1 = components['schemas']['ComparisonForecastV1'];
export type ComparisonId = components['schemas']['ComparisonId'];
export type ComparisonPlanV1 = components['schemas']['ComparisonPlanV1'];
export type ComparisonPreflight = components['schemas']['ComparisonPreflight'];
export type ComparisonResultsV1 = components['schemas']['ComparisonResultsV1'];
export type ComparisonRunCreate = components['schemas']['ComparisonRunCreate'];
export type ComparisonRunId = components['schemas']['ComparisonRunId'];
export type ComparisonRunV1 = components['schemas']['ComparisonRunV1'];
export type ComparisonSampleId = components['schemas']['ComparisonSampleId'];
export type ComparisonSamplePublish = components['schemas']['ComparisonSamplePublish'];
export type ComparisonSampleV1 = components['schemas']['ComparisonSampleV1'];
export type ComparisonSpend = components['schemas']['ComparisonSpend'];
export type ComparisonV1 = components['schemas']['ComparisonV1'];
export type ComparisonVerdictId = components['schemas']['ComparisonVerdictId'];
export type ComparisonVerdictReview = components['schemas']['ComparisonVerdictReview'];
export type ComparisonVerdictV1 = components['schemas']['ComparisonVerdictV1'];
export type CompletionEvidence = components['schemas']['CompletionEvidence'];
export type ComponentState = components['schemas']['ComponentState'];
export type ConnectionId = components['schemas']['ConnectionId'];
export type ContentEvent = components['schemas']['ContentEvent'];
export type CostEffectEvent = components['schemas']['CostEffectEvent'];
export type CostRatio = components['schemas']['CostRatio'];
export type Count = components['schemas']['Count'];
export type CoverageEntry = components['schemas']['CoverageEntry'];
export type CoverageGapEvent = components['schemas']['CoverageGapEvent'];
export type DecimalNumber = components['schemas']['DecimalNumber'];
export type DeliveryId = components['schemas']['DeliveryId'];
export type DependentReport = components['schemas']['DependentReport'];
export type DependentSchedule = components['schemas']['DependentSchedule'];
export type Digest = components['schemas']['Digest'];
export type EditedSavedView = components['schemas']['EditedSavedView'];
export type Enumerations = components['schemas']['Enumerations'];
export type EnvironmentId = components['schemas']['EnvironmentId'];
export type EnvironmentV1 = components['schemas']['EnvironmentV1'];
export type EvidenceGap = components['schemas']['EvidenceGap'];
export type FacetFilter = components['schemas']['FacetFilter'];
export type FailedTry = components['schemas']['FailedTry'];
export type FaultCode = components['schemas']['FaultCode'];
export type FeedbackFilter = components['schemas']['FeedbackFilter'];
export type FeedbackRow = components['schemas']['FeedbackRow'];
export type FeedbackVerdictEvent = components['schemas']['FeedbackVerdictEvent'];
export type FilterText = components['schemas']['FilterText'];
export type GatewayId = components['schemas']['GatewayId'];
export type GatewayV1 = components['schemas']['GatewayV1'];
export type GroupFacet = components['schemas']['GroupFacet'];
export type GroupFilter = components['schemas']['GroupFilter'];
export type GroupProtection = components['schemas']['GroupProtection'];
export type Home = components['schemas']['Home'];
export type IdempotencyKey = components['schemas']['IdempotencyKey'];
export type IgnoredCosts = components['schemas']['IgnoredCosts'];
export type InsightAnswer = components['schemas']['InsightAnswer'];
export type InsightCatalogue = components['schemas']['InsightCatalogue'];
export type InsightQuery = components['schemas']['InsightQuery'];
export type InsightReceipt = components['schemas']['InsightReceipt'];
export type InsightRow = components['schemas']['InsightRow'];
export type InsightRows = components['schemas']['InsightRows'];
export type Instant = components['schemas']['Instant'];
export type JudgeChoice = components['schemas']['JudgeChoice'];
export type JudgedAnswer = components['schemas']['JudgedAnswer'];
export type LabelCheckV1 = components['schemas']['LabelCheckV1'];
export type LatencyFilter = components['schemas']['LatencyFilter'];
export type LatencySummary = components['schemas']['LatencySummary'];
export type LitellmLog = components['schemas']['LitellmLog'];
export type LitellmLogEntry = components['schemas']['LitellmLogEntry'];
export type Liveness = components['schemas']['Liveness'];
export type LogicalRequestId = components['schemas']['LogicalRequestId'];
export type MarkerRow = components['schemas']['MarkerRow'];
export type MeV1 = components['schemas']['MeV1'];
export type MeasuredValue = components['schemas']['MeasuredValue'];
export type MetricId = components['schemas']['MetricId'];
export type MetricRow = components['schemas']['MetricRow'];
export type MissingTime = components['schemas']['MissingTime'];
export type MissingTraffic = components['schemas']['MissingTraffic'];
export type ModelTargetV1 = components['schemas']['ModelTargetV1'];
export type Name = components['schemas']['Name'];
export type NanoUsd = components['schemas']['NanoUsd'];
export type OpenedInboxItemV1 = components['schemas']['OpenedInboxItemV1'];
export type OpenedSavedView = components['schemas']['OpenedSavedView'];
export type OrganizationId = components['schemas']['OrganizationId'];
export type OtlpLogs = components['schemas']['OtlpLogs'];
export type OtlpLogsAnswer = components['schemas']['OtlpLogsAnswer'];
export type OtlpStatus = components['schemas']['OtlpStatus'];
export type OtlpTraces = components['schemas']['OtlpTraces'];
export type OtlpTracesAnswer = components['schemas']['OtlpTracesAnswer'];
export type PageToken = components['schemas']['PageToken'];
export type PairedDifference = components['schemas']['PairedDifference'];
export type PairedTable = components['schemas']['PairedTable'];
export type PartialValue = components['schemas']['PartialValue'];
export type PassRate = components['schemas']['PassRate'];
export type PassRates = components['schemas']['PassRates'];
export type PlannedBaseline = components['schemas']['PlannedBaseline'];
export type PlannedCalls = components['schemas']['PlannedCalls'];
export type PlannedCandidate = components['schemas']['PlannedCandidate'];
export type PlannedCost = components['schemas']['PlannedCost'];
export type PlannedJudge = components['schemas']['PlannedJudge'];
export type PreviousPeriod = components['schemas']['PreviousPeriod'];
export type Problem = components['schemas']['Problem'];
export type ProtectionEvaluationEvent = components['schemas']['ProtectionEvaluationEvent'];
export type ProtectionEvaluationRow = components['schemas']['ProtectionEvaluationRow'];
export type QueryId = components['schemas']['QueryId'];
export type QueryLimits = components['schemas']['QueryLimits'];
export type QueryScope = components['schemas']['QueryScope'];
export type ReadContext = components['schemas']['ReadContext'];
export type Readiness = components['schemas']['Readiness'];
export type ReceiptQuery = components['schemas']['ReceiptQuery'];
export type RefusalRow = components['schemas']['RefusalRow'];
export type ReleaseId = components['schemas']['ReleaseId'];
export type ReleaseMarkerEvent = components['schemas']['ReleaseMarkerEvent'];
export type ReleaseName = components['schemas']['ReleaseName'];
export type RemainingBudget = components['schemas']['RemainingBudget'];
export type ReportCreate = components['schemas']['ReportCreate'];
export type ReportCreation = components['schemas']['ReportCreation'];
export type ReportDeletion = components['schemas']['ReportDeletion'];
export type ReportId = components['schemas']['ReportId'];
export type ReportInboxItemV1 = components['schemas']['ReportInboxItemV1'];
export type ReportInboxSummaryV1 = components['schemas']['ReportInboxSummaryV1'];
export type ReportOccurrenceId = components['schemas']['ReportOccurrenceId'];
export type ReportOccurrenceV1 = components['schemas']['ReportOccurrenceV1'];
export type ReportRunCreate = components['schemas']['ReportRunCreate'];
export type ReportRunId = components['schemas']['ReportRunId'];
export type ReportRunOpenV1 = components['schemas']['ReportRunOpenV1'];
export type ReportRunV1 = components['schemas']['ReportRunV1'];
export type ReportScheduleCreate = components['schemas']['ReportScheduleCreate'];
export type ReportScheduleDeletion = components['schemas']['ReportScheduleDeletion'];
export type ReportScheduleId = components['schemas']['ReportScheduleId'];
export type ReportSchedulePreview = components['schemas']['ReportSchedulePreview'];
export type ReportSchedulePreviewQuery = components['schemas']['ReportSchedulePreviewQuery'];
export type ReportScheduleUpdate = components['schemas']['ReportScheduleUpdate'];
export type ReportScheduleV1 = components['schemas']['ReportScheduleV1'];
export type ReportUpdate = components['schemas']['ReportUpdate'];
export type ReportV1 = components['schemas']['ReportV1'];
export type RequestAdmittedEvent = components['schemas']['RequestAdmittedEvent'];
export type RequestId = components['schemas']['RequestId'];
export type RequestRow = components['schemas']['RequestRow'];
export type RequestTerminalEvent = components['schemas']['RequestTerminalEvent'];
export type Revision = components['schemas']['Revision'];
export type RouteId = components['schemas']['RouteId'];
export type RowCursor = components['schemas']['RowCursor'];
export type SampleCase = components['schemas']['SampleCase'];
export type SavedView = components['schemas']['SavedView'];
export type SavedViewCreate = components['schemas']['SavedViewCreate'];
export type SavedViewDeletion = components['schemas']['SavedViewDeletion'];
export type SavedViewId = components['schemas']['SavedViewId'];
export type SavedViewUpdate = components['schemas']['SavedViewUpdate'];
export type ScheduleBound = components['schemas']['ScheduleBound'];
export type ScheduleNotice = components['schemas']['ScheduleNotice'];
export type ScheduleWarning = components['schemas']['ScheduleWarning'];
export type ScheduledInstant = components['schemas']['ScheduledInstant'];
export type ServingReleaseV1 = components['schemas']['ServingReleaseV1'];
export type ServingRouteV1 = components['schemas']['ServingRouteV1'];
export type ShowableLead = components['schemas']['ShowableLead'];
export type SignedCount = components['schemas']['SignedCount'];
export type SpendCounts = components['schemas']['SpendCounts'];
export type SpendEvidence = components['schemas']['SpendEvidence'];
export type StoredQuestion = components['schemas']['StoredQuestion'];
export type SubjectId = components['schemas']['SubjectId'];
export type TimeZone = components['schemas']['TimeZone'];
export type TrafficEvent = components['schemas']['TrafficEvent'];
export type TrafficEvents = components['schemas']['TrafficEvents'];
export type TrafficFault = components['schemas']['TrafficFault'];
export type TrafficReceipt = components['schemas']['TrafficReceipt'];
export type UnavailableValue = components['schemas']['UnavailableValue'];
export type VerdictCounts = components['schemas']['VerdictCounts'];
export type ViewDependents = components['schemas']['ViewDependents'];
export type Watermark = components['schemas']['Watermark'];
export type WorkspaceId = components['schemas']['WorkspaceId'];
export type WorkspaceV1 = components['schemas']['WorkspaceV1'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
