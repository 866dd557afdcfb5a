-- Sums of whole workspaces: those by environment and release, without either. Whoever may read all of a workspace, as most who open it
-- may, reads a few rows for each period in place of some for each environment and release. Fed as days are fed from hours: facts ->
-- hour of an environment -> hour of the workspace -> its day -> its month. The deduplication windows let a repeated batch change
-- nothing here either.

CREATE TABLE IF NOT EXISTS workspace_traffic_by_hour_v1
(
  organization_id LowCardinality(String) COMMENT 'Tenancy id',
  workspace_id LowCardinality(String) COMMENT 'Tenancy id',
  facet LowCardinality(String) COMMENT 'Empty: the whole; else final_model, route, outcome, connection or input_size_bucket',
  period DateTime('UTC') COMMENT 'Start of the UTC hour on the time base of the facts',
  purpose LowCardinality(String) COMMENT 'Purpose of the requests',
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
ORDER BY (organization_id, workspace_id, facet, period, purpose, facet_value, unserved)
SETTINGS non_replicated_deduplication_window = 20000
COMMENT 'Sums of requests, endings, calls and costs of whole workspaces by UTC hour and facet.';

CREATE TABLE IF NOT EXISTS workspace_traffic_by_day_v1
(
  organization_id LowCardinality(String) COMMENT 'Tenancy id',
  workspace_id LowCardinality(String) COMMENT 'Tenancy id',
  facet LowCardinality(String) COMMENT 'Empty: the whole; else final_model, route, outcome, connection or input_size_bucket',
  period DateTime('UTC') COMMENT 'Start of the UTC day on the time base of the facts',
  purpose LowCardinality(String) COMMENT 'Purpose of the requests',
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
ORDER BY (organization_id, workspace_id, facet, period, purpose, facet_value, unserved)
SETTINGS non_replicated_deduplication_window = 20000
COMMENT 'Sums of requests, endings, calls and costs of whole workspaces by UTC day and facet.';

CREATE TABLE IF NOT EXISTS workspace_traffic_by_month_v1
(
  organization_id LowCardinality(String) COMMENT 'Tenancy id',
  workspace_id LowCardinality(String) COMMENT 'Tenancy id',
  facet LowCardinality(String) COMMENT 'Empty: the whole; else final_model, route, outcome, connection or input_size_bucket',
  period DateTime('UTC') COMMENT 'Start of the UTC month on the time base of the facts',
  purpose LowCardinality(String) COMMENT 'Purpose of the requests',
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
ORDER BY (organization_id, workspace_id, facet, period, purpose, facet_value, unserved)
SETTINGS non_replicated_deduplication_window = 20000
COMMENT 'Sums of requests, endings, calls and costs of whole workspaces by UTC month and facet.';

CREATE TABLE IF NOT EXISTS workspace_latency_by_hour_v1
(
  organization_id LowCardinality(String) COMMENT 'Tenancy id',
  workspace_id LowCardinality(String) COMMENT 'Tenancy id',
  metric LowCardinality(String) COMMENT 'response_latency.v1 or first_output_latency.v1',
  period DateTime('UTC') COMMENT 'Start of the UTC hour in which the requests were let in',
  purpose LowCardinality(String) COMMENT 'Purpose of the requests',
  status LowCardinality(String) COMMENT 'How the requests ended',
  bucket UInt16 COMMENT '0: below 2^-10 ms; else 1 + floor(16 * (log2(ms) + 10))',
  samples SimpleAggregateFunction(sum, UInt64) COMMENT 'Measured latencies in the bucket',
  last_seq SimpleAggregateFunction(max, UInt64) COMMENT 'Highest arrival_seq of the facts counted here'
)
ENGINE = AggregatingMergeTree
PARTITION BY toYear(period)
ORDER BY (organization_id, workspace_id, metric, period, purpose, status, bucket)
SETTINGS non_replicated_deduplication_window = 20000
COMMENT 'Latencies of whole workspaces counted in fixed buckets, sixteen per octave, by UTC hour.';

CREATE TABLE IF NOT EXISTS workspace_latency_by_day_v1
(
  organization_id LowCardinality(String) COMMENT 'Tenancy id',
  workspace_id LowCardinality(String) COMMENT 'Tenancy id',
  metric LowCardinality(String) COMMENT 'response_latency.v1 or first_output_latency.v1',
  period DateTime('UTC') COMMENT 'Start of the UTC day in which the requests were let in',
  purpose LowCardinality(String) COMMENT 'Purpose of the requests',
  status LowCardinality(String) COMMENT 'How the requests ended',
  bucket UInt16 COMMENT '0: below 2^-10 ms; else 1 + floor(16 * (log2(ms) + 10))',
  samples SimpleAggregateFunction(sum, UInt64) COMMENT 'Measured latencies in the bucket',
  last_seq SimpleAggregateFunction(max, UInt64) COMMENT 'Highest arrival_seq of the facts counted here'
)
ENGINE = AggregatingMergeTree
PARTITION BY toYear(period)
ORDER BY (organization_id, workspace_id, metric, period, purpose, status, bucket)
SETTINGS non_replicated_deduplication_window = 20000
COMMENT 'Latencies of whole workspaces counted in fixed buckets, sixteen per octave, by UTC day.';

CREATE TABLE IF NOT EXISTS workspace_latency_by_month_v1
(
  organization_id LowCardinality(String) COMMENT 'Tenancy id',
  workspace_id LowCardinality(String) COMMENT 'Tenancy id',
  metric LowCardinality(String) COMMENT 'response_latency.v1 or first_output_latency.v1',
  period DateTime('UTC') COMMENT 'Start of the UTC month in which the requests were let in',
  purpose LowCardinality(String) COMMENT 'Purpose of the requests',
  status LowCardinality(String) COMMENT 'How the requests ended',
  bucket UInt16 COMMENT '0: below 2^-10 ms; else 1 + floor(16 * (log2(ms) + 10))',
  samples SimpleAggregateFunction(sum, UInt64) COMMENT 'Measured latencies in the bucket',
  last_seq SimpleAggregateFunction(max, UInt64) COMMENT 'Highest arrival_seq of the facts counted here'
)
ENGINE = AggregatingMergeTree
PARTITION BY toYear(period)
ORDER BY (organization_id, workspace_id, metric, period, purpose, status, bucket)
SETTINGS non_replicated_deduplication_window = 20000
COMMENT 'Latencies of whole workspaces counted in fixed buckets, sixteen per octave, by UTC month.';

-- The facts that were there before, taken from the facts and not from the hours: a batch that is not marked loaded may be in the
-- hours and is going to be repeated. The hours know its token then, these tables do not, so that it is left out here. Days and months
-- follow from the hours by their views. A repetition of this file begins from empty tables and without views.
DROP VIEW IF EXISTS traffic_by_hour_to_workspace_v1;
DROP VIEW IF EXISTS workspace_traffic_by_hour_to_day_v1;
DROP VIEW IF EXISTS workspace_traffic_by_day_to_month_v1;
DROP VIEW IF EXISTS latency_by_hour_to_workspace_v1;
DROP VIEW IF EXISTS workspace_latency_by_hour_to_day_v1;
DROP VIEW IF EXISTS workspace_latency_by_day_to_month_v1;
TRUNCATE TABLE workspace_traffic_by_hour_v1;
TRUNCATE TABLE workspace_traffic_by_day_v1;
TRUNCATE TABLE workspace_traffic_by_month_v1;
TRUNCATE TABLE workspace_latency_by_hour_v1;
TRUNCATE TABLE workspace_latency_by_day_v1;
TRUNCATE TABLE workspace_latency_by_month_v1;

CREATE MATERIALIZED VIEW IF NOT EXISTS workspace_traffic_by_hour_to_day_v1 TO workspace_traffic_by_day_v1 AS
SELECT
  organization_id,
  workspace_id,
  facet,
  toDateTime(toStartOfDay(hour.period), 'UTC') AS period,
  purpose,
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
FROM workspace_traffic_by_hour_v1 AS hour
GROUP BY organization_id, workspace_id, facet, period, purpose, facet_value, unserved;

CREATE MATERIALIZED VIEW IF NOT EXISTS workspace_traffic_by_day_to_month_v1 TO workspace_traffic_by_month_v1 AS
SELECT
  organization_id,
  workspace_id,
  facet,
  toDateTime(toStartOfMonth(day.period), 'UTC') AS period,
  purpose,
  facet_value,
  unserved,
  sum(day.admitted) AS admitted,
  sum(day.ended) AS ended,
  sum(day.succeeded) AS succeeded,
  sum(day.refused) AS refused,
  sum(day.failed) AS failed,
  sum(day.cancelled) AS cancelled,
  sum(day.partial) AS partial,
  sum(day.served) AS served,
  sum(day.routed) AS routed,
  sum(day.protection_observed) AS protection_observed,
  sum(day.response_samples) AS response_samples,
  sum(day.first_output_samples) AS first_output_samples,
  sum(day.attempts) AS attempts,
  sum(day.measured) AS measured,
  sum(day.total_tokens) AS total_tokens,
  sum(day.effects) AS effects,
  sum(day.nanos) AS nanos,
  sum(day.settled_nanos) AS settled_nanos,
  sum(day.priced) AS priced,
  sum(day.pending) AS pending,
  sum(day.unpriced) AS unpriced,
  sum(day.estimated) AS estimated,
  sum(day.estimate_unknown) AS estimate_unknown,
  sum(day.adjustments) AS adjustments,
  max(day.last_seq) AS last_seq
FROM workspace_traffic_by_day_v1 AS day
GROUP BY organization_id, workspace_id, facet, period, purpose, facet_value, unserved;

CREATE MATERIALIZED VIEW IF NOT EXISTS workspace_latency_by_hour_to_day_v1 TO workspace_latency_by_day_v1 AS
SELECT
  organization_id,
  workspace_id,
  metric,
  toDateTime(toStartOfDay(hour.period), 'UTC') AS period,
  purpose,
  status,
  bucket,
  sum(hour.samples) AS samples,
  max(hour.last_seq) AS last_seq
FROM workspace_latency_by_hour_v1 AS hour
GROUP BY organization_id, workspace_id, metric, period, purpose, status, bucket;

CREATE MATERIALIZED VIEW IF NOT EXISTS workspace_latency_by_day_to_month_v1 TO workspace_latency_by_month_v1 AS
SELECT
  organization_id,
  workspace_id,
  metric,
  toDateTime(toStartOfMonth(day.period), 'UTC') AS period,
  purpose,
  status,
  bucket,
  sum(day.samples) AS samples,
  max(day.last_seq) AS last_seq
FROM workspace_latency_by_day_v1 AS day
GROUP BY organization_id, workspace_id, metric, period, purpose, status, bucket;

INSERT INTO workspace_traffic_by_hour_v1 (
  organization_id, workspace_id, facet, period, purpose, facet_value, unserved, admitted, last_seq
)
SETTINGS insert_deduplicate = 0, max_execution_time = 0
SELECT
  organization_id,
  workspace_id,
  part.1 AS facet,
  toStartOfHour(admitted_at) AS period,
  purpose,
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
GROUP BY organization_id, workspace_id, facet, period, purpose, facet_value, unserved;

INSERT INTO workspace_traffic_by_hour_v1 (
  organization_id, workspace_id, facet, period, purpose, facet_value, unserved, ended, succeeded, refused, failed,
  cancelled, partial, served, routed, protection_observed, response_samples, first_output_samples, last_seq
)
SETTINGS insert_deduplicate = 0, max_execution_time = 0
SELECT
  organization_id,
  workspace_id,
  part.1 AS facet,
  toStartOfHour(admitted_at) AS period,
  purpose,
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
GROUP BY organization_id, workspace_id, facet, period, purpose, facet_value, unserved;

INSERT INTO workspace_traffic_by_hour_v1 (
  organization_id, workspace_id, facet, period, purpose, facet_value, unserved, attempts, measured, total_tokens,
  last_seq
)
SETTINGS insert_deduplicate = 0, max_execution_time = 0
SELECT
  organization_id,
  workspace_id,
  part.1 AS facet,
  toStartOfHour(dispatched_at) AS period,
  purpose,
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
GROUP BY organization_id, workspace_id, facet, period, purpose, facet_value, unserved;

INSERT INTO workspace_traffic_by_hour_v1 (
  organization_id, workspace_id, facet, period, purpose, facet_value, unserved, effects, nanos, settled_nanos, priced,
  pending, unpriced, estimated, estimate_unknown, adjustments, last_seq
)
SETTINGS insert_deduplicate = 0, max_execution_time = 0
SELECT
  organization_id,
  workspace_id,
  part.1 AS facet,
  toStartOfHour(occurred_at) AS period,
  purpose,
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
GROUP BY organization_id, workspace_id, facet, period, purpose, facet_value, unserved;

INSERT INTO workspace_latency_by_hour_v1 (
  organization_id, workspace_id, metric, period, purpose, status, bucket, samples, last_seq
)
SETTINGS insert_deduplicate = 0, max_execution_time = 0
SELECT
  organization_id,
  workspace_id,
  part.1 AS metric,
  toStartOfHour(admitted_at) AS period,
  purpose,
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
GROUP BY organization_id, workspace_id, metric, period, purpose, status, bucket;

INSERT INTO workspace_traffic_by_hour_v1 (
  organization_id, workspace_id, facet, period, purpose, facet_value, unserved, ended, succeeded, refused, failed,
  partial, served, routed, protection_observed, response_samples, first_output_samples, last_seq
)
SETTINGS insert_deduplicate = 0, max_execution_time = 0
SELECT
  organization_id,
  workspace_id,
  part.1 AS facet,
  toStartOfHour(admitted_at) AS period,
  purpose,
  part.2 AS facet_value,
  part.3 AS unserved,
  toUInt64(-count()) AS ended,
  toUInt64(-countIf(status = 'succeeded')) AS succeeded,
  toUInt64(-countIf(status = 'refused')) AS refused,
  toUInt64(-countIf(status = 'failed')) AS failed,
  toUInt64(-countIf(status = 'partial')) AS partial,
  toUInt64(-countIf(final_model != '')) AS served,
  toUInt64(-countIf(final_model != '' AND route_id != '')) AS routed,
  toUInt64(-countIf(fact.protection_observed)) AS protection_observed,
  toUInt64(-count(total_ms)) AS response_samples,
  toUInt64(-count(first_output_ms)) AS first_output_samples,
  max(arrival_seq) AS last_seq
FROM replaced_terminals_v1 AS fact
ARRAY JOIN [
  ('', '', false),
  ('final_model', toString(final_model), final_model = ''),
  ('route', if(final_model = '', '', toString(route_id)), final_model = ''),
  ('outcome', toString(status), false),
  ('connection', toString(connection_id), false),
  ('input_size_bucket', toString(input_size_bucket), false)
] AS part
WHERE NOT has({unloaded_batches:Array(UInt64)}, batch_id)
GROUP BY organization_id, workspace_id, facet, period, purpose, facet_value, unserved;

INSERT INTO workspace_latency_by_hour_v1 (
  organization_id, workspace_id, metric, period, purpose, status, bucket, samples, last_seq
)
SETTINGS insert_deduplicate = 0, max_execution_time = 0
SELECT
  organization_id,
  workspace_id,
  part.1 AS metric,
  toStartOfHour(admitted_at) AS period,
  purpose,
  status,
  if(assumeNotNull(part.2) < exp2(-10), 0, toUInt16(1 + floor(16 * (log2(assumeNotNull(part.2)) + 10)))) AS bucket,
  toUInt64(-count()) AS samples,
  max(arrival_seq) AS last_seq
FROM replaced_terminals_v1
ARRAY JOIN arrayFilter(
  sample -> isNotNull(sample.2),
  [('response_latency.v1', total_ms), ('first_output_latency.v1', first_output_ms)]
) AS part
WHERE NOT has({unloaded_batches:Array(UInt64)}, batch_id)
GROUP BY organization_id, workspace_id, metric, period, purpose, status, bucket;

-- The hours from now on, for every block of them.

CREATE MATERIALIZED VIEW IF NOT EXISTS traffic_by_hour_to_workspace_v1 TO workspace_traffic_by_hour_v1 AS
SELECT
  organization_id,
  workspace_id,
  facet,
  hour.period AS period,
  purpose,
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
GROUP BY organization_id, workspace_id, facet, period, purpose, facet_value, unserved;

CREATE MATERIALIZED VIEW IF NOT EXISTS latency_by_hour_to_workspace_v1 TO workspace_latency_by_hour_v1 AS
SELECT
  organization_id,
  workspace_id,
  metric,
  hour.period AS period,
  purpose,
  status,
  bucket,
  sum(hour.samples) AS samples,
  max(hour.last_seq) AS last_seq
FROM latency_by_hour_v1 AS hour
GROUP BY organization_id, workspace_id, metric, period, purpose, status, bucket;
