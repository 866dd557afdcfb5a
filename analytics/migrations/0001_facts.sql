-- Facts of traffic: immutable, each with its arrival sequence. Partitions are months of the time base, so that retention
-- drops whole parts. The deduplication window counts blocks (one per batch and month); it is 0 unless set, and a repeated
-- batch would then count twice. 20,000 blocks outlast any batch that waits for its repetition.

CREATE TABLE IF NOT EXISTS request_admissions_v1
(
  organization_id LowCardinality(String) COMMENT 'Tenancy id',
  workspace_id LowCardinality(String) COMMENT 'Tenancy id',
  application_id LowCardinality(String) COMMENT 'Tenancy id',
  gateway_id LowCardinality(String) COMMENT 'Tenancy id',
  environment_id LowCardinality(String) COMMENT 'Tenancy id of the leaf that the traffic belongs to',
  purpose LowCardinality(String) COMMENT 'Purpose of the request',
  logical_request_id String COMMENT 'Request as its gateway names it',
  release_id LowCardinality(String) COMMENT 'Empty when absent',
  route_id LowCardinality(String) COMMENT 'Empty when absent',
  team_id LowCardinality(String) COMMENT 'Empty when absent',
  input_size_bucket LowCardinality(String) COMMENT 'Empty when absent',
  trace_id String COMMENT 'Empty when absent',
  arrival_seq UInt64 COMMENT 'Position in the one global order of arrival',
  batch_id UInt64 COMMENT 'Planned batch that brought the row',
  admitted_at DateTime64(3, 'UTC') COMMENT 'Time base of requests',
  streaming Bool COMMENT 'The caller asked for a stream'
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(admitted_at)
ORDER BY (organization_id, workspace_id, toStartOfHour(admitted_at), environment_id, admitted_at, logical_request_id)
SETTINGS non_replicated_deduplication_window = 20000
COMMENT 'Requests let in, one row each.';

CREATE TABLE IF NOT EXISTS request_terminals_v1
(
  organization_id LowCardinality(String) COMMENT 'Tenancy id',
  workspace_id LowCardinality(String) COMMENT 'Tenancy id',
  application_id LowCardinality(String) COMMENT 'Tenancy id',
  gateway_id LowCardinality(String) COMMENT 'Tenancy id',
  environment_id LowCardinality(String) COMMENT 'Tenancy id of the leaf that the traffic belongs to',
  purpose LowCardinality(String) COMMENT 'Purpose of the request',
  logical_request_id String COMMENT 'Request as its gateway names it',
  release_id LowCardinality(String) COMMENT 'Empty when absent',
  route_id LowCardinality(String) COMMENT 'Empty when absent',
  team_id LowCardinality(String) COMMENT 'Empty when absent',
  input_size_bucket LowCardinality(String) COMMENT 'Empty when absent',
  trace_id String COMMENT 'Empty when absent',
  arrival_seq UInt64 COMMENT 'Position in the one global order of arrival',
  batch_id UInt64 COMMENT 'Planned batch that brought the row',
  admitted_at DateTime64(3, 'UTC') COMMENT 'Time base of outcomes and latency: when the request was let in',
  terminal_at DateTime64(3, 'UTC') COMMENT 'When the request ended',
  status LowCardinality(String) COMMENT 'succeeded, refused, failed, cancelled, partial or unknown',
  terminal_kind LowCardinality(String) COMMENT 'Finer kind of ending in the words of the gateway; empty when absent',
  final_model LowCardinality(String) COMMENT 'Model that served the request; empty when none did',
  final_provider LowCardinality(String) COMMENT 'Provider that served the request; empty when none did',
  connection_id LowCardinality(String) COMMENT 'Empty when absent',
  attempt_count UInt16 COMMENT 'Attempts made for the request',
  streaming Bool COMMENT 'The caller asked for a stream',
  total_ms Nullable(Float64) COMMENT 'Milliseconds from admission to end as the gateway measured them',
  first_output_ms Nullable(Float64) COMMENT 'Milliseconds from admission to the first output; observed streams only',
  protection_observed Bool COMMENT 'The gateway recorded which protection components it selected, even if none'
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(admitted_at)
ORDER BY (organization_id, workspace_id, toStartOfHour(admitted_at), environment_id, admitted_at, logical_request_id)
SETTINGS non_replicated_deduplication_window = 20000
COMMENT 'How requests ended, one row each.';

CREATE TABLE IF NOT EXISTS attempts_v1
(
  organization_id LowCardinality(String) COMMENT 'Tenancy id',
  workspace_id LowCardinality(String) COMMENT 'Tenancy id',
  application_id LowCardinality(String) COMMENT 'Tenancy id',
  gateway_id LowCardinality(String) COMMENT 'Tenancy id',
  environment_id LowCardinality(String) COMMENT 'Tenancy id of the leaf that the traffic belongs to',
  purpose LowCardinality(String) COMMENT 'Purpose of the request',
  logical_request_id String COMMENT 'Request as its gateway names it',
  release_id LowCardinality(String) COMMENT 'Empty when absent',
  route_id LowCardinality(String) COMMENT 'Empty when absent',
  team_id LowCardinality(String) COMMENT 'Empty when absent',
  input_size_bucket LowCardinality(String) COMMENT 'Empty when absent',
  trace_id String COMMENT 'Empty when absent',
  arrival_seq UInt64 COMMENT 'Position in the one global order of arrival',
  batch_id UInt64 COMMENT 'Planned batch that brought the row',
  attempt_id String COMMENT 'Unique within the workspace',
  ordinal UInt16 COMMENT '1 for the first attempt of a request',
  role LowCardinality(String) COMMENT 'primary, retry or fallback',
  route_changed Bool COMMENT 'The attempt went another route than the one before',
  output_state LowCardinality(String) COMMENT 'none, partial or complete',
  provider_id LowCardinality(String) COMMENT 'Provider that was called',
  provider_model LowCardinality(String) COMMENT 'Model in the words of the provider',
  connection_id LowCardinality(String) COMMENT 'Empty when absent',
  usage_source LowCardinality(String) COMMENT 'Who counted the tokens: provider, gateway or none',
  usage_known Bool COMMENT 'False: the token columns carry no measurement',
  input_tokens Nullable(UInt64) COMMENT 'Tokens; null when not reported',
  output_tokens Nullable(UInt64) COMMENT 'Tokens; null when not reported',
  cache_read_tokens Nullable(UInt64) COMMENT 'Tokens; null when not reported',
  cache_write_tokens Nullable(UInt64) COMMENT 'Tokens; null when not reported',
  reasoning_tokens Nullable(UInt64) COMMENT 'Tokens; null when not reported',
  total_tokens Nullable(UInt64) COMMENT 'Tokens; null when not reported',
  dispatched_at DateTime64(3, 'UTC') COMMENT 'Time base of tokens: when the call was sent',
  terminal_at Nullable(DateTime64(3, 'UTC')) COMMENT 'When the call ended; null when that was not seen'
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(dispatched_at)
ORDER BY (organization_id, workspace_id, toStartOfHour(dispatched_at), environment_id, dispatched_at, logical_request_id, attempt_id)
SETTINGS non_replicated_deduplication_window = 20000
COMMENT 'Calls to a provider, one row each.';

CREATE TABLE IF NOT EXISTS cost_effects_v1
(
  organization_id LowCardinality(String) COMMENT 'Tenancy id',
  workspace_id LowCardinality(String) COMMENT 'Tenancy id',
  application_id LowCardinality(String) COMMENT 'Tenancy id',
  gateway_id LowCardinality(String) COMMENT 'Tenancy id',
  environment_id LowCardinality(String) COMMENT 'Tenancy id of the leaf that the traffic belongs to',
  purpose LowCardinality(String) COMMENT 'Purpose of the request',
  logical_request_id String COMMENT 'Request as its gateway names it',
  release_id LowCardinality(String) COMMENT 'Empty when absent',
  route_id LowCardinality(String) COMMENT 'Empty when absent',
  team_id LowCardinality(String) COMMENT 'Empty when absent',
  input_size_bucket LowCardinality(String) COMMENT 'Empty when absent',
  trace_id String COMMENT 'Empty when absent',
  arrival_seq UInt64 COMMENT 'Position in the one global order of arrival',
  batch_id UInt64 COMMENT 'Planned batch that brought the row',
  effect_id String COMMENT 'Unique within the workspace',
  effect_kind LowCardinality(String) COMMENT 'settlement, adjustment or price_transition',
  attempt_id String COMMENT 'Attempt that cost it',
  provider_id LowCardinality(String) COMMENT 'Provider that charges it',
  provider_model LowCardinality(String) COMMENT 'Model in the words of the provider',
  occurred_at DateTime64(3, 'UTC') COMMENT 'Time base of spend; a late price carries the instant of its settlement',
  nanos Int64 COMMENT 'Nano-USD, signed; 0 while no price is known',
  priced Int8 COMMENT 'Signed count of priced effects',
  pending Int8 COMMENT 'Signed count of effects that wait for their price',
  unpriced Int8 COMMENT 'Signed count of effects without a price',
  estimated Int8 COMMENT 'Signed count of priced effects whose price is an estimate',
  estimate_unknown Int8 COMMENT 'Signed count of priced effects of which nobody said whether they are estimates',
  adjustments Int8 COMMENT 'Signed count of corrections'
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(occurred_at)
ORDER BY (organization_id, workspace_id, toStartOfHour(occurred_at), environment_id, occurred_at, logical_request_id, effect_id)
SETTINGS non_replicated_deduplication_window = 20000
COMMENT 'Changes of what traffic cost. Every spend figure and every count of effects is a sum over this table.';

CREATE TABLE IF NOT EXISTS feedback_verdicts_v1
(
  organization_id LowCardinality(String) COMMENT 'Tenancy id',
  workspace_id LowCardinality(String) COMMENT 'Tenancy id',
  application_id LowCardinality(String) COMMENT 'Tenancy id',
  gateway_id LowCardinality(String) COMMENT 'Tenancy id',
  environment_id LowCardinality(String) COMMENT 'Tenancy id of the leaf that the traffic belongs to',
  purpose LowCardinality(String) COMMENT 'Purpose of the request',
  logical_request_id String COMMENT 'Request as its gateway names it',
  release_id LowCardinality(String) COMMENT 'Empty when absent',
  route_id LowCardinality(String) COMMENT 'Empty when absent',
  team_id LowCardinality(String) COMMENT 'Empty when absent',
  input_size_bucket LowCardinality(String) COMMENT 'Empty when absent',
  trace_id String COMMENT 'Empty when absent',
  arrival_seq UInt64 COMMENT 'Position in the one global order of arrival',
  batch_id UInt64 COMMENT 'Planned batch that brought the row',
  feedback_id String COMMENT 'Unique per request and issuer',
  issuer_ref String COMMENT 'Opaque reference of who gave the verdict',
  issuer String COMMENT 'Label of who gave the verdict; empty when absent',
  value LowCardinality(String) COMMENT 'positive, negative or neutral',
  revision UInt32 COMMENT '1 for the first',
  occurred_at DateTime64(3, 'UTC') COMMENT 'Time base of feedback',
  source LowCardinality(String) COMMENT 'Where the verdict was given, in the words of the application',
  match LowCardinality(String) COMMENT 'matched, pending or unmatched: whether the request is known'
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(occurred_at)
ORDER BY (organization_id, workspace_id, toStartOfHour(occurred_at), environment_id, occurred_at, logical_request_id, feedback_id, revision)
SETTINGS non_replicated_deduplication_window = 20000
COMMENT 'Revisions of verdicts on requests; the newest revision of (request, issuer_ref, feedback_id) holds.';

CREATE TABLE IF NOT EXISTS release_markers_v1
(
  organization_id LowCardinality(String) COMMENT 'Tenancy id',
  workspace_id LowCardinality(String) COMMENT 'Tenancy id',
  application_id LowCardinality(String) COMMENT 'Tenancy id',
  gateway_id LowCardinality(String) COMMENT 'Tenancy id',
  environment_id LowCardinality(String) COMMENT 'Tenancy id of the leaf that the traffic belongs to',
  purpose LowCardinality(String) COMMENT 'Always empty: a marker has no purpose',
  logical_request_id String COMMENT 'Always empty: a marker belongs to no request',
  release_id LowCardinality(String) COMMENT 'Release that the marker is about',
  route_id LowCardinality(String) COMMENT 'Empty when absent',
  team_id LowCardinality(String) COMMENT 'Empty when absent',
  input_size_bucket LowCardinality(String) COMMENT 'Empty when absent',
  trace_id String COMMENT 'Empty when absent',
  arrival_seq UInt64 COMMENT 'Position in the one global order of arrival',
  batch_id UInt64 COMMENT 'Planned batch that brought the row',
  marker_id String COMMENT 'Unique within the workspace',
  marker_kind LowCardinality(String) COMMENT 'deployed, rolled_back or retired',
  effective_digest String COMMENT 'Digest of the configuration in force; empty when absent',
  actor_kind LowCardinality(String) COMMENT 'person, automation or system',
  occurred_at DateTime64(3, 'UTC') COMMENT 'Time base of markers'
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(occurred_at)
ORDER BY (organization_id, workspace_id, toStartOfHour(occurred_at), environment_id, occurred_at, logical_request_id, marker_id)
SETTINGS non_replicated_deduplication_window = 20000
COMMENT 'Changes of what runs in an environment.';

CREATE TABLE IF NOT EXISTS protection_evaluations_v1
(
  organization_id LowCardinality(String) COMMENT 'Tenancy id',
  workspace_id LowCardinality(String) COMMENT 'Tenancy id',
  application_id LowCardinality(String) COMMENT 'Tenancy id',
  gateway_id LowCardinality(String) COMMENT 'Tenancy id',
  environment_id LowCardinality(String) COMMENT 'Tenancy id of the leaf that the traffic belongs to',
  purpose LowCardinality(String) COMMENT 'Purpose of the request',
  logical_request_id String COMMENT 'Request as its gateway names it',
  release_id LowCardinality(String) COMMENT 'Empty when absent',
  route_id LowCardinality(String) COMMENT 'Empty when absent',
  team_id LowCardinality(String) COMMENT 'Empty when absent',
  input_size_bucket LowCardinality(String) COMMENT 'Empty when absent',
  trace_id String COMMENT 'Empty when absent',
  arrival_seq UInt64 COMMENT 'Position in the one global order of arrival',
  batch_id UInt64 COMMENT 'Planned batch that brought the row',
  admitted_at DateTime64(3, 'UTC') COMMENT 'Time base: when the request was let in',
  evaluated_at DateTime64(3, 'UTC') COMMENT 'When the component came to its result',
  component_id LowCardinality(String) COMMENT 'Protection component',
  component_version LowCardinality(String) COMMENT 'Immutable version of the component',
  phase LowCardinality(String) COMMENT 'input or output',
  eligibility LowCardinality(String) COMMENT 'eligible or not_eligible: whether the engine selected the component',
  evaluation LowCardinality(String) COMMENT 'evaluated, error or not_executed',
  outcome LowCardinality(String) COMMENT 'passed, blocked, modified or none'
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(admitted_at)
ORDER BY (organization_id, workspace_id, toStartOfHour(admitted_at), environment_id, admitted_at, logical_request_id, component_id, phase)
SETTINGS non_replicated_deduplication_window = 20000
COMMENT 'What protection components did on requests, one row per (request, component, phase).';
