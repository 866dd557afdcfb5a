import { describe, expect, it } from 'vitest';
import { Compile } from 'typebox/compile';
import {
  INSIGHT_CATALOGUE_DOCUMENT,
  InsightCatalogueSchema,
  MEASUREMENT_CATALOGUE,
} from '../../../../contracts/insight/insight-catalogue.ts';

/**
 * A second copy of the published table as text: metric: unit; population; aggregation; missing rule; actions; producer.
 */
const PUBLISHED = `
requests.v1: count; requests; count_distinct; coverage_unknown; metadata.read; produced
outcomes.v1: count; requests; count; coverage_unknown; metadata.read; produced
completion_rate.v1: ratio; requests; ratio; denominator_zero; metadata.read; produced
provider_spend.v1: nano_usd; cost_effects; sum; unpriced_population; metadata.read and cost.read; produced
cost_per_1000_requests.v1: nano_usd; cost_effects; ratio; denominator_zero; metadata.read and cost.read; produced
cost_per_completed.v1: nano_usd; cost_effects; ratio; denominator_zero; metadata.read and cost.read; produced
tokens.v1: tokens; attempts; sum; coverage_unknown; metadata.read; produced
response_latency.v1: milliseconds; requests; quantile; not_observed; metadata.read; produced
first_output_latency.v1: milliseconds; requests; quantile; not_observed; metadata.read; produced
route_mix.v1: ratio; requests; share; denominator_zero; metadata.read; produced
model_mix.v1: ratio; requests; share; denominator_zero; metadata.read; produced
release_annotations.v1: marker; release_markers; list; coverage_unknown; metadata.read; produced
app_feedback.v1: count; feedback; count; not_observed; metadata.read; produced
app_feedback_rated_requests.v1: count; feedback; count_distinct; not_observed; metadata.read; produced
activity_spend.v1: nano_usd; cost_effects; sum; unpriced_population; metadata.read and cost.read; produced
team_runs.v1: count; requests; count_distinct; coverage_unknown; metadata.read; produced
freshness_lag.v1: seconds; read_context; latest; coverage_unknown; metadata.read; produced
coverage.v1: coverage; read_context; latest; coverage_unknown; metadata.read; produced
protection.v1: count; protection_evaluations; count; not_observed; metadata.read; produced
test_quality.v1: ratio; none; none; no_producer; metadata.read; no_producer
paired_reduction.v1: ratio; none; none; no_producer; metadata.read and cost.read; no_producer
cohort_projection.v1: nano_usd; none; none; unpriced_population; metadata.read and cost.read; produced_elsewhere
budget_standing.v1: nano_usd; none; none; unpriced_population; metadata.read and cost.read; produced_elsewhere
attention_rules.v1: count; none; none; no_producer; metadata.read; no_producer
saved_view.v1: count; none; none; scope_not_authorized; metadata.read; produced_elsewhere`;

/** The metrics that this build supports in addition. */
const ADDED = `
input_tokens.v1: tokens; attempts; sum; coverage_unknown; metadata.read; produced
output_tokens.v1: tokens; attempts; sum; coverage_unknown; metadata.read; produced
cached_tokens.v1: tokens; attempts; sum; coverage_unknown; metadata.read; produced
reasoning_tokens.v1: tokens; attempts; sum; coverage_unknown; metadata.read; produced
failure_rate.v1: ratio; requests; ratio; denominator_zero; metadata.read; produced`;

const REFUSALS = `
forbidden: 403, refresh_access
budget_exceeded: 503, narrow_window
coverage_unknown: 503, retry
snapshot_expired: 410, start_new_query
read_context_expired: 410, refresh_view
scope_required: 400, check_selection
metric_version_unknown: 400, check_selection
purpose_mixing_refused: 400, check_selection
window_too_large: 400, check_selection
invalid_query: 400, check_selection
dependency_unavailable: 503, retry
validation_failed: 422, check_selection`;

describe('the measurement catalogue', () => {
  it('has the published 25 rows, in order, followed by the added ones', () => {
    const rows = Object.entries(MEASUREMENT_CATALOGUE).map(([metric, row]) => {
      const actions = row.needed_actions.join(' and ');
      return `${metric}: ${[row.unit, row.population, row.aggregation, row.missing_rule, actions, row.producer].join('; ')}`;
    });
    expect(rows.slice(0, 25)).toEqual(PUBLISHED.trim().split('\n'));
    expect(rows.slice(25)).toEqual(ADDED.trim().split('\n'));
  });

  it('publishes the closed table of refusals', () => {
    const rows = INSIGHT_CATALOGUE_DOCUMENT.refusals.map((row) => `${row.code}: ${row.status}, ${row.next_action}`);
    expect(rows).toEqual(REFUSALS.trim().split('\n'));
  });

  it('publishes the closed enumerations', () => {
    expect(INSIGHT_CATALOGUE_DOCUMENT.enumerations).toMatchObject({
      shapes: ['overview', 'series', 'facets', 'drilldown', 'markers'],
      grains: ['hour', 'day', 'week', 'month'],
      purposes: ['application', 'playground', 'comparison', 'judge', 'connection_validation'],
      facets: ['final_model', 'route', 'outcome', 'release', 'connection', 'purpose', 'input_size_bucket'],
      dimensions: ['user', 'tenant', 'feature', 'agent', 'step_class', 'tool', 'key', 'owner'],
      units: ['count', 'ratio', 'nano_usd', 'tokens', 'milliseconds', 'seconds', 'marker', 'coverage'],
    });
  });

  it('matches its own schema, and carries a question for every metric', () => {
    expect([...Compile(InsightCatalogueSchema).Errors(INSIGHT_CATALOGUE_DOCUMENT)]).toEqual([]);
    for (const row of INSIGHT_CATALOGUE_DOCUMENT.metrics) expect(row.question).toMatch(/^[A-Z].*\?$/);
  });
});
