-- Sums of the facts by hour and by day, kept up at ingest: facts -> hour by one view each, hour -> day by one more, so
-- that a fact is aggregated once. Facets are rows beside each other, made by ARRAY JOIN. The deduplication windows let a
-- repeated batch change nothing here either.

ALTER TABLE cost_effects_v1 ADD COLUMN IF NOT EXISTS connection_id LowCardinality(String) COMMENT 'Empty when absent' AFTER provider_model;

ALTER TABLE request_terminals_v1 ADD COLUMN IF NOT EXISTS route_version LowCardinality(String) COMMENT 'Version of the route that the request took; empty when absent' AFTER connection_id;

-- Requests are looked up by id in any hour.
ALTER TABLE request_admissions_v1 ADD INDEX IF NOT EXISTS request logical_request_id TYPE bloom_filter(0.01) GRANULARITY 1;
ALTER TABLE request_admissions_v1 MATERIALIZE INDEX request;
ALTER TABLE request_terminals_v1 ADD INDEX IF NOT EXISTS request logical_request_id TYPE bloom_filter(0.01) GRANULARITY 1;
ALTER TABLE request_terminals_v1 MATERIALIZE INDEX request;
ALTER TABLE attempts_v1 ADD INDEX IF NOT EXISTS request logical_request_id TYPE bloom_filter(0.01) GRANULARITY 1;
ALTER TABLE attempts_v1 MATERIALIZE INDEX request;
ALTER TABLE cost_effects_v1 ADD INDEX IF NOT EXISTS request logical_request_id TYPE bloom_filter(0.01) GRANULARITY 1;
ALTER TABLE cost_effects_v1 MATERIALIZE INDEX request;
ALTER TABLE feedback_verdicts_v1 ADD INDEX IF NOT EXISTS request logical_request_id TYPE bloom_filter(0.01) GRANULARITY 1;
ALTER TABLE feedback_verdicts_v1 MATERIALIZE INDEX request;
ALTER TABLE protection_evaluations_v1 ADD INDEX IF NOT EXISTS request logical_request_id TYPE bloom_filter(0.01) GRANULARITY 1;
ALTER TABLE protection_evaluations_v1 MATERIALIZE INDEX request;

CREATE TABLE IF NOT EXISTS traffic_by_hour_v1
(
  organization_id LowCardinality(String) COMMENT 'Tenancy id',
  workspace_id LowCardinality(String) COMMENT 'Tenancy id',
  facet LowCardinality(String) COMMENT 'Empty: the whole; else final_model, route, outcome, connection or input_size_bucket',
  period DateTime('UTC') COMMENT 'Start of the UTC hour on the time base of the facts',
  environment_id LowCardinality(String) COMMENT 'Tenancy id',
  purpose LowCardinality(String) COMMENT 'Purpose of the requests',
  release_id LowCardinality(String) COMMENT 'Empty when absent',
  facet_value LowCardinality(String) COMMENT 'Value of the facet; empty when absent',
  unserved Bool COMMENT 'On final_model and route: requests that no model served',
  admitted SimpleAggregateFunction(sum, UInt64) COMMENT 'Requests let in',
  ended SimpleAggregateFunction(sum, UInt64) COMMENT 'Requests that ended',
  succeeded SimpleAggregateFunction(sum, UInt64) COMMENT 'Requests that ended as succeeded',
  refused SimpleAggregateFunction(sum, UInt64) COMMENT 'Requests that ended as refused',
  failed SimpleAggregateFunction(sum, UInt64) COMMENT 'Requests that ended as failed',
  cancelled SimpleAggregateFunction(sum, UInt64) COMMENT 'Requests that ended as cancelled',
  partial SimpleAggregateFunction(sum, UInt64) COMMENT 'Requests that ended as partial',
  served SimpleAggregateFunction(sum, UInt64) COMMENT 'Ended requests that name a final model',
  routed SimpleAggregateFunction(sum, UInt64) COMMENT 'Ended requests that name a final model and a route',
  protection_observed SimpleAggregateFunction(sum, UInt64) COMMENT 'Ended requests whose gateway recorded its selection of protection',
  response_samples SimpleAggregateFunction(sum, UInt64) COMMENT 'Ended requests with a measured total_ms',
  first_output_samples SimpleAggregateFunction(sum, UInt64) COMMENT 'Ended requests with a measured first_output_ms',
  attempts SimpleAggregateFunction(sum, UInt64) COMMENT 'Calls to a provider',
  measured SimpleAggregateFunction(sum, UInt64) COMMENT 'Calls whose total tokens are known',
  total_tokens SimpleAggregateFunction(sum, Int128) COMMENT 'Tokens of the measured calls',
  effects SimpleAggregateFunction(sum, UInt64) COMMENT 'Rows of cost_effects_v1',
  nanos SimpleAggregateFunction(sum, Int128) COMMENT 'Nano-USD, signed',
  settled_nanos SimpleAggregateFunction(sum, Int128) COMMENT 'Nano-USD without adjustments',
  priced SimpleAggregateFunction(sum, Int64) COMMENT 'Signed count of priced effects',
  pending SimpleAggregateFunction(sum, Int64) COMMENT 'Signed count of effects that wait for their price',
  unpriced SimpleAggregateFunction(sum, Int64) COMMENT 'Signed count of effects without a price',
  estimated SimpleAggregateFunction(sum, Int64) COMMENT 'Signed count of priced effects whose price is an estimate',
  estimate_unknown SimpleAggregateFunction(sum, Int64) COMMENT 'Signed count of priced effects of which nobody said whether they are estimates',
  adjustments SimpleAggregateFunction(sum, Int64) COMMENT 'Signed count of corrections',
  last_seq SimpleAggregateFunction(max, UInt64) COMMENT 'Highest arrival_seq of the facts summed here'
)
ENGINE = AggregatingMergeTree
PARTITION BY toYear(period)
ORDER BY (organization_id, workspace_id, facet, period, environment_id, purpose, release_id, facet_value, unserved)
SETTINGS non_replicated_deduplication_window = 20000
COMMENT 'Sums of requests, endings, calls and costs by UTC hour and facet.';

CREATE TABLE IF NOT EXISTS traffic_by_day_v1
(
  organization_id LowCardinality(String) COMMENT 'Tenancy id',
  workspace_id LowCardinality(String) COMMENT 'Tenancy id',
  facet LowCardinality(String) COMMENT 'Empty: the whole; else final_model, route, outcome, connection or input_size_bucket',
  period DateTime('UTC') COMMENT 'Start of the UTC day on the time base of the facts',
  environment_id LowCardinality(String) COMMENT 'Tenancy id',
  purpose LowCardinality(String) COMMENT 'Purpose of the requests',
  release_id LowCardinality(String) COMMENT 'Empty when absent',
  facet_value LowCardinality(String) COMMENT 'Value of the facet; empty when absent',
  unserved Bool COMMENT 'On final_model and route: requests that no model served',
  admitted SimpleAggregateFunction(sum, UInt64) COMMENT 'Requests let in',
  ended SimpleAggregateFunction(sum, UInt64) COMMENT 'Requests that ended',
  succeeded SimpleAggregateFunction(sum, UInt64) COMMENT 'Requests that ended as succeeded',
  refused SimpleAggregateFunction(sum, UInt64) COMMENT 'Requests that ended as refused',
  failed SimpleAggregateFunction(sum, UInt64) COMMENT 'Requests that ended as failed',
  cancelled SimpleAggregateFunction(sum, UInt64) COMMENT 'Requests that ended as cancelled',
  partial SimpleAggregateFunction(sum, UInt64) COMMENT 'Requests that ended as partial',
  served SimpleAggregateFunction(sum, UInt64) COMMENT 'Ended requests that name a final model',
  routed SimpleAggregateFunction(sum, UInt64) COMMENT 'Ended requests that name a final model and a route',
  protection_observed SimpleAggregateFunction(sum, UInt64) COMMENT 'Ended requests whose gateway recorded its selection of protection',
  response_samples SimpleAggregateFunction(sum, UInt64) COMMENT 'Ended requests with a measured total_ms',
  first_output_samples SimpleAggregateFunction(sum, UInt64) COMMENT 'Ended requests with a measured first_output_ms',
  attempts SimpleAggregateFunction(sum, UInt64) COMMENT 'Calls to a provider',
  measured SimpleAggregateFunction(sum, UInt64) COMMENT 'Calls whose total tokens are known',
  total_tokens SimpleAggregateFunction(sum, Int128) COMMENT 'Tokens of the measured calls',
  effects SimpleAggregateFunction(sum, UInt64) COMMENT 'Rows of cost_effects_v1',
  nanos SimpleAggregateFunction(sum, Int128) COMMENT 'Nano-USD, signed',
  settled_nanos SimpleAggregateFunction(sum, Int128) COMMENT 'Nano-USD without adjustments',
  priced SimpleAggregateFunction(sum, Int64) COMMENT 'Signed count of priced effects',
  pending SimpleAggregateFunction(sum, Int64) COMMENT 'Signed count of effects that wait for their price',
  unpriced SimpleAggregateFunction(sum, Int64) COMMENT 'Signed count of effects without a price',
  estimated SimpleAggregateFunction(sum, Int64) COMMENT 'Signed count of priced effects whose price is an estimate',
  estimate_unknown SimpleAggregateFunction(sum, Int64) COMMENT 'Signed count of priced effects of which nobody said whether they are estimates',
  adjustments SimpleAggregateFunction(sum, Int64) COMMENT 'Signed count of corrections',
  last_seq SimpleAggregateFunction(max, UInt64) COMMENT 'Highest arrival_seq of the facts summed here'
)
ENGINE = AggregatingMergeTree
PARTITION BY toYear(period)
ORDER BY (organization_id, workspace_id, facet, period, environment_id, purpose, release_id, facet_value, unserved)
SETTINGS non_replicated_deduplication_window = 20000
COMMENT 'Sums of requests, endings, calls and costs by UTC day and facet.';

CREATE TABLE IF NOT EXISTS latency_by_hour_v1
(
  organization_id LowCardinality(String) COMMENT 'Tenancy id',
  workspace_id LowCardinality(String) COMMENT 'Tenancy id',
  metric LowCardinality(String) COMMENT 'response_latency.v1 or first_output_latency.v1',
  period DateTime('UTC') COMMENT 'Start of the UTC hour in which the requests were let in',
  environment_id LowCardinality(String) COMMENT 'Tenancy id',
  purpose LowCardinality(String) COMMENT 'Purpose of the requests',
  release_id LowCardinality(String) COMMENT 'Empty when absent',
  status LowCardinality(String) COMMENT 'How the requests ended',
  bucket UInt16 COMMENT '0: below 2^-10 ms; else 1 + floor(16 * (log2(ms) + 10))',
  samples SimpleAggregateFunction(sum, UInt64) COMMENT 'Measured latencies in the bucket',
  last_seq SimpleAggregateFunction(max, UInt64) COMMENT 'Highest arrival_seq of the facts counted here'
)
ENGINE = AggregatingMergeTree
PARTITION BY toYear(period)
ORDER BY (organization_id, workspace_id, metric, period, environment_id, purpose, release_id, status, bucket)
SETTINGS non_replicated_deduplication_window = 20000
COMMENT 'Latencies counted in fixed buckets, sixteen per octave, by UTC hour.';

CREATE TABLE IF NOT EXISTS latency_by_day_v1
(
  organization_id LowCardinality(String) COMMENT 'Tenancy id',
  workspace_id LowCardinality(String) COMMENT 'Tenancy id',
  metric LowCardinality(String) COMMENT 'response_latency.v1 or first_output_latency.v1',
  period DateTime('UTC') COMMENT 'Start of the UTC day in which the requests were let in',
  environment_id LowCardinality(String) COMMENT 'Tenancy id',
  purpose LowCardinality(String) COMMENT 'Purpose of the requests',
  release_id LowCardinality(String) COMMENT 'Empty when absent',
  status LowCardinality(String) COMMENT 'How the requests ended',
  bucket UInt16 COMMENT '0: below 2^-10 ms; else 1 + floor(16 * (log2(ms) + 10))',
  samples SimpleAggregateFunction(sum, UInt64) COMMENT 'Measured latencies in the bucket',
  last_seq SimpleAggregateFunction(max, UInt64) COMMENT 'Highest arrival_seq of the facts counted here'
)
ENGINE = AggregatingMergeTree
PARTITION BY toYear(period)
ORDER BY (organization_id, workspace_id, metric, period, environment_id, purpose, release_id, status, bucket)
SETTINGS non_replicated_deduplication_window = 20000
COMMENT 'Latencies counted in fixed buckets, sixteen per octave, by UTC day.';

-- The facts that were there before. A repetition begins from empty tables and without views: one on the hours would add
-- the hours of this backfill to the days a second time. A batch that is not marked loaded is left out: it is going to be
-- repeated, and though the facts know its token, the rollups do not.
DROP VIEW IF EXISTS request_admissions_to_traffic_by_hour_v1;
DROP VIEW IF EXISTS request_terminals_to_traffic_by_hour_v1;
DROP VIEW IF EXISTS attempts_to_traffic_by_hour_v1;
DROP VIEW IF EXISTS cost_effects_to_traffic_by_hour_v1;
DROP VIEW IF EXISTS request_terminals_to_latency_by_hour_v1;
DROP VIEW IF EXISTS traffic_by_hour_to_day_v1;
DROP VIEW IF EXISTS latency_by_hour_to_day_v1;
TRUNCATE TABLE traffic_by_hour_v1;
TRUNCATE TABLE traffic_by_day_v1;
TRUNCATE TABLE latency_by_hour_v1;
TRUNCATE TABLE latency_by_day_v1;

INSERT INTO traffic_by_hour_v1 (
  organization_id, workspace_id, facet, period, environment_id, purpose, release_id, facet_value, unserved, admitted,
  last_seq
)
SETTINGS insert_deduplicate = 0, max_execution_time = 0
SELECT
  organization_id,
  workspace_id,
  part.1 AS facet,
  toStartOfHour(admitted_at) AS period,
  environment_id,
  purpose,
  release_id,
  part.2 AS facet_value,
  part.3 AS unserved,
  count() AS admitted,
  max(arrival_seq) AS last_seq
FROM request_admissions_v1 AS fact
ARRAY JOIN [
  ('', '', false),
  ('input_size_bucket', toString(input_size_bucket), false)
] AS part
WHERE NOT has({unloaded_batches:Array(UInt64)}, batch_id)
GROUP BY organization_id, workspace_id, facet, period, environment_id, purpose, release_id, facet_value, unserved;

INSERT INTO traffic_by_hour_v1 (
  organization_id, workspace_id, facet, period, environment_id, purpose, release_id, facet_value, unserved, ended,
  succeeded, refused, failed, cancelled, partial, served, routed, protection_observed, response_samples,
  first_output_samples, last_seq
)
SETTINGS insert_deduplicate = 0, max_execution_time = 0
SELECT
  organization_id,
  workspace_id,
  part.1 AS facet,
  toStartOfHour(admitted_at) AS period,
  environment_id,
  purpose,
  release_id,
  part.2 AS facet_value,
  part.3 AS unserved,
  count() AS ended,
  countIf(status = 'succeeded') AS succeeded,
  countIf(status = 'refused') AS refused,
  countIf(status = 'failed') AS failed,
  countIf(status = 'cancelled') AS cancelled,
  countIf(status = 'partial') AS partial,
  countIf(final_model != '') AS served,
  countIf(final_model != '' AND route_id != '') AS routed,
  countIf(fact.protection_observed) AS protection_observed,
  count(total_ms) AS response_samples,
  count(first_output_ms) AS first_output_samples,
  max(arrival_seq) AS last_seq
FROM request_terminals_v1 AS fact
ARRAY JOIN [
  ('', '', false),
  ('final_model', toString(final_model), final_model = ''),
  ('route', if(final_model = '', '', toString(route_id)), final_model = ''),
  ('outcome', toString(status), false),
  ('connection', toString(connection_id), false),
  ('input_size_bucket', toString(input_size_bucket), false)
] AS part
WHERE NOT has({unloaded_batches:Array(UInt64)}, batch_id)
GROUP BY organization_id, workspace_id, facet, period, environment_id, purpose, release_id, facet_value, unserved;

INSERT INTO traffic_by_hour_v1 (
  organization_id, workspace_id, facet, period, environment_id, purpose, release_id, facet_value, unserved, attempts,
  measured, total_tokens, last_seq
)
SETTINGS insert_deduplicate = 0, max_execution_time = 0
SELECT
  organization_id,
  workspace_id,
  part.1 AS facet,
  toStartOfHour(dispatched_at) AS period,
  environment_id,
  purpose,
  release_id,
  part.2 AS facet_value,
  part.3 AS unserved,
  count() AS attempts,
  countIf(usage_known AND isNotNull(fact.total_tokens)) AS measured,
  sum(toInt128(ifNull(fact.total_tokens, 0))) AS total_tokens,
  max(arrival_seq) AS last_seq
FROM attempts_v1 AS fact
ARRAY JOIN [
  ('', '', false),
  ('final_model', toString(provider_model), false),
  ('route', toString(route_id), false),
  ('connection', toString(connection_id), false),
  ('input_size_bucket', toString(input_size_bucket), false)
] AS part
WHERE NOT has({unloaded_batches:Array(UInt64)}, batch_id)
GROUP BY organization_id, workspace_id, facet, period, environment_id, purpose, release_id, facet_value, unserved;

INSERT INTO traffic_by_hour_v1 (
  organization_id, workspace_id, facet, period, environment_id, purpose, release_id, facet_value, unserved, effects,
  nanos, settled_nanos, priced, pending, unpriced, estimated, estimate_unknown, adjustments, last_seq
)
SETTINGS insert_deduplicate = 0, max_execution_time = 0
SELECT
  organization_id,
  workspace_id,
  part.1 AS facet,
  toStartOfHour(occurred_at) AS period,
  environment_id,
  purpose,
  release_id,
  part.2 AS facet_value,
  part.3 AS unserved,
  count() AS effects,
  sum(toInt128(fact.nanos)) AS nanos,
  sumIf(toInt128(fact.nanos), effect_kind != 'adjustment') AS settled_nanos,
  sum(fact.priced) AS priced,
  sum(fact.pending) AS pending,
  sum(fact.unpriced) AS unpriced,
  sum(fact.estimated) AS estimated,
  sum(fact.estimate_unknown) AS estimate_unknown,
  sum(fact.adjustments) AS adjustments,
  max(arrival_seq) AS last_seq
FROM cost_effects_v1 AS fact
ARRAY JOIN [
  ('', '', false),
  ('final_model', toString(provider_model), false),
  ('route', toString(route_id), false),
  ('connection', toString(connection_id), false),
  ('input_size_bucket', toString(input_size_bucket), false)
] AS part
WHERE NOT has({unloaded_batches:Array(UInt64)}, batch_id)
GROUP BY organization_id, workspace_id, facet, period, environment_id, purpose, release_id, facet_value, unserved;

INSERT INTO latency_by_hour_v1 (
  organization_id, workspace_id, metric, period, environment_id, purpose, release_id, status, bucket, samples,
  last_seq
)
SETTINGS insert_deduplicate = 0, max_execution_time = 0
SELECT
  organization_id,
  workspace_id,
  part.1 AS metric,
  toStartOfHour(admitted_at) AS period,
  environment_id,
  purpose,
  release_id,
  status,
  if(assumeNotNull(part.2) < exp2(-10), 0, toUInt16(1 + floor(16 * (log2(assumeNotNull(part.2)) + 10)))) AS bucket,
  count() AS samples,
  max(arrival_seq) AS last_seq
FROM request_terminals_v1
ARRAY JOIN arrayFilter(
  sample -> isNotNull(sample.2),
  [('response_latency.v1', total_ms), ('first_output_latency.v1', first_output_ms)]
) AS part
WHERE NOT has({unloaded_batches:Array(UInt64)}, batch_id)
GROUP BY organization_id, workspace_id, metric, period, environment_id, purpose, release_id, status, bucket;

INSERT INTO traffic_by_day_v1 (
  organization_id, workspace_id, facet, period, environment_id, purpose, release_id, facet_value, unserved, admitted,
  ended, succeeded, refused, failed, cancelled, partial, served, routed, protection_observed, response_samples,
  first_output_samples, attempts, measured, total_tokens, effects, nanos, settled_nanos, priced, pending, unpriced,
  estimated, estimate_unknown, adjustments, last_seq
)
SETTINGS insert_deduplicate = 0, max_execution_time = 0
SELECT
  organization_id,
  workspace_id,
  facet,
  toStartOfDay(hour.period) AS period,
  environment_id,
  purpose,
  release_id,
  facet_value,
  unserved,
  sum(hour.admitted) AS admitted,
  sum(hour.ended) AS ended,
  sum(hour.succeeded) AS succeeded,
  sum(hour.refused) AS refused,
  sum(hour.failed) AS failed,
  sum(hour.cancelled) AS cancelled,
  sum(hour.partial) AS partial,
  sum(hour.served) AS served,
  sum(hour.routed) AS routed,
  sum(hour.protection_observed) AS protection_observed,
  sum(hour.response_samples) AS response_samples,
  sum(hour.first_output_samples) AS first_output_samples,
  sum(hour.attempts) AS attempts,
  sum(hour.measured) AS measured,
  sum(hour.total_tokens) AS total_tokens,
  sum(hour.effects) AS effects,
  sum(hour.nanos) AS nanos,
  sum(hour.settled_nanos) AS settled_nanos,
  sum(hour.priced) AS priced,
  sum(hour.pending) AS pending,
  sum(hour.unpriced) AS unpriced,
  sum(hour.estimated) AS estimated,
  sum(hour.estimate_unknown) AS estimate_unknown,
  sum(hour.adjustments) AS adjustments,
  max(hour.last_seq) AS last_seq
FROM traffic_by_hour_v1 AS hour
GROUP BY organization_id, workspace_id, facet, period, environment_id, purpose, release_id, facet_value, unserved;

INSERT INTO latency_by_day_v1 (
  organization_id, workspace_id, metric, period, environment_id, purpose, release_id, status, bucket, samples,
  last_seq
)
SETTINGS insert_deduplicate = 0, max_execution_time = 0
SELECT
  organization_id,
  workspace_id,
  metric,
  toStartOfDay(hour.period) AS period,
  environment_id,
  purpose,
  release_id,
  status,
  bucket,
  sum(hour.samples) AS samples,
  max(hour.last_seq) AS last_seq
FROM latency_by_hour_v1 AS hour
GROUP BY organization_id, workspace_id, metric, period, environment_id, purpose, release_id, status, bucket;

-- The same statements from now on, for every block of facts.

CREATE MATERIALIZED VIEW IF NOT EXISTS request_admissions_to_traffic_by_hour_v1 TO traffic_by_hour_v1 AS
SELECT
  organization_id,
  workspace_id,
  part.1 AS facet,
  toStartOfHour(admitted_at) AS period,
  environment_id,
  purpose,
  release_id,
  part.2 AS facet_value,
  part.3 AS unserved,
  count() AS admitted,
  max(arrival_seq) AS last_seq
FROM request_admissions_v1 AS fact
ARRAY JOIN [
  ('', '', false),
  ('input_size_bucket', toString(input_size_bucket), false)
] AS part
GROUP BY organization_id, workspace_id, facet, period, environment_id, purpose, release_id, facet_value, unserved;

CREATE MATERIALIZED VIEW IF NOT EXISTS request_terminals_to_traffic_by_hour_v1 TO traffic_by_hour_v1 AS
SELECT
  organization_id,
  workspace_id,
  part.1 AS facet,
  toStartOfHour(admitted_at) AS period,
  environment_id,
  purpose,
  release_id,
  part.2 AS facet_value,
  part.3 AS unserved,
  count() AS ended,
  countIf(status = 'succeeded') AS succeeded,
  countIf(status = 'refused') AS refused,
  countIf(status = 'failed') AS failed,
  countIf(status = 'cancelled') AS cancelled,
  countIf(status = 'partial') AS partial,
  countIf(final_model != '') AS served,
  countIf(final_model != '' AND route_id != '') AS routed,
  countIf(fact.protection_observed) AS protection_observed,
  count(total_ms) AS response_samples,
  count(first_output_ms) AS first_output_samples,
  max(arrival_seq) AS last_seq
FROM request_terminals_v1 AS fact
ARRAY JOIN [
  ('', '', false),
  ('final_model', toString(final_model), final_model = ''),
  ('route', if(final_model = '', '', toString(route_id)), final_model = ''),
  ('outcome', toString(status), false),
  ('connection', toString(connection_id), false),
  ('input_size_bucket', toString(input_size_bucket), false)
] AS part
GROUP BY organization_id, workspace_id, facet, period, environment_id, purpose, release_id, facet_value, unserved;

CREATE MATERIALIZED VIEW IF NOT EXISTS attempts_to_traffic_by_hour_v1 TO traffic_by_hour_v1 AS
SELECT
  organization_id,
  workspace_id,
  part.1 AS facet,
  toStartOfHour(dispatched_at) AS period,
  environment_id,
  purpose,
  release_id,
  part.2 AS facet_value,
  part.3 AS unserved,
  count() AS attempts,
  countIf(usage_known AND isNotNull(fact.total_tokens)) AS measured,
  sum(toInt128(ifNull(fact.total_tokens, 0))) AS total_tokens,
  max(arrival_seq) AS last_seq
FROM attempts_v1 AS fact
ARRAY JOIN [
  ('', '', false),
  ('final_model', toString(provider_model), false),
  ('route', toString(route_id), false),
  ('connection', toString(connection_id), false),
  ('input_size_bucket', toString(input_size_bucket), false)
] AS part
GROUP BY organization_id, workspace_id, facet, period, environment_id, purpose, release_id, facet_value, unserved;

CREATE MATERIALIZED VIEW IF NOT EXISTS cost_effects_to_traffic_by_hour_v1 TO traffic_by_hour_v1 AS
SELECT
  organization_id,
  workspace_id,
  part.1 AS facet,
  toStartOfHour(occurred_at) AS period,
  environment_id,
  purpose,
  release_id,
  part.2 AS facet_value,
  part.3 AS unserved,
  count() AS effects,
  sum(toInt128(fact.nanos)) AS nanos,
  sumIf(toInt128(fact.nanos), effect_kind != 'adjustment') AS settled_nanos,
  sum(fact.priced) AS priced,
  sum(fact.pending) AS pending,
  sum(fact.unpriced) AS unpriced,
  sum(fact.estimated) AS estimated,
  sum(fact.estimate_unknown) AS estimate_unknown,
  sum(fact.adjustments) AS adjustments,
  max(arrival_seq) AS last_seq
FROM cost_effects_v1 AS fact
ARRAY JOIN [
  ('', '', false),
  ('final_model', toString(provider_model), false),
  ('route', toString(route_id), false),
  ('connection', toString(connection_id), false),
  ('input_size_bucket', toString(input_size_bucket), false)
] AS part
GROUP BY organization_id, workspace_id, facet, period, environment_id, purpose, release_id, facet_value, unserved;

CREATE MATERIALIZED VIEW IF NOT EXISTS request_terminals_to_latency_by_hour_v1 TO latency_by_hour_v1 AS
SELECT
  organization_id,
  workspace_id,
  part.1 AS metric,
  toStartOfHour(admitted_at) AS period,
  environment_id,
  purpose,
  release_id,
  status,
  if(assumeNotNull(part.2) < exp2(-10), 0, toUInt16(1 + floor(16 * (log2(assumeNotNull(part.2)) + 10)))) AS bucket,
  count() AS samples,
  max(arrival_seq) AS last_seq
FROM request_terminals_v1
ARRAY JOIN arrayFilter(
  sample -> isNotNull(sample.2),
  [('response_latency.v1', total_ms), ('first_output_latency.v1', first_output_ms)]
) AS part
GROUP BY organization_id, workspace_id, metric, period, environment_id, purpose, release_id, status, bucket;

CREATE MATERIALIZED VIEW IF NOT EXISTS traffic_by_hour_to_day_v1 TO traffic_by_day_v1 AS
SELECT
  organization_id,
  workspace_id,
  facet,
  toStartOfDay(hour.period) AS period,
  environment_id,
  purpose,
  release_id,
  facet_value,
  unserved,
  sum(hour.admitted) AS admitted,
  sum(hour.ended) AS ended,
  sum(hour.succeeded) AS succeeded,
  sum(hour.refused) AS refused,
  sum(hour.failed) AS failed,
  sum(hour.cancelled) AS cancelled,
  sum(hour.partial) AS partial,
  sum(hour.served) AS served,
  sum(hour.routed) AS routed,
  sum(hour.protection_observed) AS protection_observed,
  sum(hour.response_samples) AS response_samples,
  sum(hour.first_output_samples) AS first_output_samples,
  sum(hour.attempts) AS attempts,
  sum(hour.measured) AS measured,
  sum(hour.total_tokens) AS total_tokens,
  sum(hour.effects) AS effects,
  sum(hour.nanos) AS nanos,
  sum(hour.settled_nanos) AS settled_nanos,
  sum(hour.priced) AS priced,
  sum(hour.pending) AS pending,
  sum(hour.unpriced) AS unpriced,
  sum(hour.estimated) AS estimated,
  sum(hour.estimate_unknown) AS estimate_unknown,
  sum(hour.adjustments) AS adjustments,
  max(hour.last_seq) AS last_seq
FROM traffic_by_hour_v1 AS hour
GROUP BY organization_id, workspace_id, facet, period, environment_id, purpose, release_id, facet_value, unserved;

CREATE MATERIALIZED VIEW IF NOT EXISTS latency_by_hour_to_day_v1 TO latency_by_day_v1 AS
SELECT
  organization_id,
  workspace_id,
  metric,
  toStartOfDay(hour.period) AS period,
  environment_id,
  purpose,
  release_id,
  status,
  bucket,
  sum(hour.samples) AS samples,
  max(hour.last_seq) AS last_seq
FROM latency_by_hour_v1 AS hour
GROUP BY organization_id, workspace_id, metric, period, environment_id, purpose, release_id, status, bucket;
