-- Sums by UTC day for each value of a dimension: who spent it. A fact adds to one row for each value that it states, and
-- to no row for a dimension that it does not state. Facts without a value are the difference to traffic_by_day_v1, so
-- they need no rows, and facts without dimensions cost only a condition. Facts go directly into days, without hours: a
-- user has about one request in an hour. The deduplication window lets a repeated batch change nothing here either.

CREATE TABLE IF NOT EXISTS dimension_sums_by_day_v1
(
  organization_id LowCardinality(String) COMMENT 'Tenancy id',
  workspace_id LowCardinality(String) COMMENT 'Tenancy id',
  dimension LowCardinality(String) COMMENT 'user, tenant, feature, agent, step_class, tool, key, owner (the team of the key) or tag.<key>',
  period DateTime('UTC') COMMENT 'Start of the UTC day on the time base of the facts',
  environment_id LowCardinality(String) COMMENT 'Tenancy id',
  purpose LowCardinality(String) COMMENT 'Purpose of the requests',
  release_id LowCardinality(String) COMMENT 'Empty when absent',
  value String COMMENT 'Value of the dimension, never empty',
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
  last_seq SimpleAggregateFunction(max, UInt64) COMMENT 'Highest arrival_seq of the facts summed here',
  INDEX by_arrival last_seq TYPE minmax GRANULARITY 1
)
ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(period)
ORDER BY (organization_id, workspace_id, dimension, period, environment_id, purpose, release_id, value)
SETTINGS non_replicated_deduplication_window = 20000
COMMENT 'Sums of requests, endings, calls and costs by UTC day and value of a dimension.';

-- The existing facts. Facts from before 0013 state only the owner. Batches that are not marked as loaded are left out:
-- they are repeated later, and this table does not know their tokens. Years of facts have more months than the default
-- number of partitions of an insert. A repetition of this file begins with an empty table and without views.
DROP VIEW IF EXISTS request_admissions_to_dimension_sums_by_day_v1;
DROP VIEW IF EXISTS request_terminals_to_dimension_sums_by_day_v1;
DROP VIEW IF EXISTS attempts_to_dimension_sums_by_day_v1;
DROP VIEW IF EXISTS cost_effects_to_dimension_sums_by_day_v1;
DROP VIEW IF EXISTS replaced_terminals_to_dimension_sums_by_day_v1;
TRUNCATE TABLE dimension_sums_by_day_v1;

INSERT INTO dimension_sums_by_day_v1 (
  organization_id, workspace_id, dimension, period, environment_id, purpose, release_id, value, admitted, last_seq
)
SETTINGS insert_deduplicate = 0, max_execution_time = 0, max_partitions_per_insert_block = 0
SELECT
  organization_id,
  workspace_id,
  part.1 AS dimension,
  toDateTime(toStartOfDay(admitted_at), 'UTC') AS period,
  environment_id,
  purpose,
  release_id,
  part.2 AS value,
  count() AS admitted,
  max(arrival_seq) AS last_seq
FROM request_admissions_v1 AS fact
ARRAY JOIN arrayFilter(
  named -> named.2 != '',
  arrayConcat(
    [
      ('user', `user`),
      ('tenant', tenant),
      ('feature', feature),
      ('agent', agent),
      ('step_class', toString(step_class)),
      ('tool', tool),
      ('key', key_id),
      ('owner', toString(team_id))
    ],
    arrayMap((tag_key, tag_value) -> (concat('tag.', tag_key), tag_value), mapKeys(tags), mapValues(tags))
  )
) AS part
WHERE NOT has({unloaded_batches:Array(UInt64)}, batch_id) AND (
  `user` != '' OR tenant != '' OR feature != '' OR agent != '' OR step_class != '' OR tool != '' OR key_id != ''
  OR team_id != '' OR notEmpty(tags)
)
GROUP BY organization_id, workspace_id, dimension, period, environment_id, purpose, release_id, value;

INSERT INTO dimension_sums_by_day_v1 (
  organization_id, workspace_id, dimension, period, environment_id, purpose, release_id, value, ended, succeeded,
  refused, failed, cancelled, partial, served, routed, protection_observed, response_samples, first_output_samples,
  last_seq
)
SETTINGS insert_deduplicate = 0, max_execution_time = 0, max_partitions_per_insert_block = 0
SELECT
  organization_id,
  workspace_id,
  part.1 AS dimension,
  toDateTime(toStartOfDay(admitted_at), 'UTC') AS period,
  environment_id,
  purpose,
  release_id,
  part.2 AS value,
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
ARRAY JOIN arrayFilter(
  named -> named.2 != '',
  arrayConcat(
    [
      ('user', `user`),
      ('tenant', tenant),
      ('feature', feature),
      ('agent', agent),
      ('step_class', toString(step_class)),
      ('tool', tool),
      ('key', key_id),
      ('owner', toString(team_id))
    ],
    arrayMap((tag_key, tag_value) -> (concat('tag.', tag_key), tag_value), mapKeys(tags), mapValues(tags))
  )
) AS part
WHERE NOT has({unloaded_batches:Array(UInt64)}, batch_id) AND (
  `user` != '' OR tenant != '' OR feature != '' OR agent != '' OR step_class != '' OR tool != '' OR key_id != ''
  OR team_id != '' OR notEmpty(tags)
)
GROUP BY organization_id, workspace_id, dimension, period, environment_id, purpose, release_id, value;

INSERT INTO dimension_sums_by_day_v1 (
  organization_id, workspace_id, dimension, period, environment_id, purpose, release_id, value, attempts, measured,
  total_tokens, last_seq
)
SETTINGS insert_deduplicate = 0, max_execution_time = 0, max_partitions_per_insert_block = 0
SELECT
  organization_id,
  workspace_id,
  part.1 AS dimension,
  toDateTime(toStartOfDay(dispatched_at), 'UTC') AS period,
  environment_id,
  purpose,
  release_id,
  part.2 AS value,
  count() AS attempts,
  countIf(usage_known AND isNotNull(fact.total_tokens)) AS measured,
  sum(toInt128(ifNull(fact.total_tokens, 0))) AS total_tokens,
  max(arrival_seq) AS last_seq
FROM attempts_v1 AS fact
ARRAY JOIN arrayFilter(
  named -> named.2 != '',
  arrayConcat(
    [
      ('user', `user`),
      ('tenant', tenant),
      ('feature', feature),
      ('agent', agent),
      ('step_class', toString(step_class)),
      ('tool', tool),
      ('key', key_id),
      ('owner', toString(team_id))
    ],
    arrayMap((tag_key, tag_value) -> (concat('tag.', tag_key), tag_value), mapKeys(tags), mapValues(tags))
  )
) AS part
WHERE NOT has({unloaded_batches:Array(UInt64)}, batch_id) AND (
  `user` != '' OR tenant != '' OR feature != '' OR agent != '' OR step_class != '' OR tool != '' OR key_id != ''
  OR team_id != '' OR notEmpty(tags)
)
GROUP BY organization_id, workspace_id, dimension, period, environment_id, purpose, release_id, value;

INSERT INTO dimension_sums_by_day_v1 (
  organization_id, workspace_id, dimension, period, environment_id, purpose, release_id, value, effects, nanos,
  settled_nanos, priced, pending, unpriced, estimated, estimate_unknown, adjustments, last_seq
)
SETTINGS insert_deduplicate = 0, max_execution_time = 0, max_partitions_per_insert_block = 0
SELECT
  organization_id,
  workspace_id,
  part.1 AS dimension,
  toDateTime(toStartOfDay(occurred_at), 'UTC') AS period,
  environment_id,
  purpose,
  release_id,
  part.2 AS value,
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
ARRAY JOIN arrayFilter(
  named -> named.2 != '',
  arrayConcat(
    [
      ('user', `user`),
      ('tenant', tenant),
      ('feature', feature),
      ('agent', agent),
      ('step_class', toString(step_class)),
      ('tool', tool),
      ('key', key_id),
      ('owner', toString(team_id))
    ],
    arrayMap((tag_key, tag_value) -> (concat('tag.', tag_key), tag_value), mapKeys(tags), mapValues(tags))
  )
) AS part
WHERE NOT has({unloaded_batches:Array(UInt64)}, batch_id) AND (
  `user` != '' OR tenant != '' OR feature != '' OR agent != '' OR step_class != '' OR tool != '' OR key_id != ''
  OR team_id != '' OR notEmpty(tags)
)
GROUP BY organization_id, workspace_id, dimension, period, environment_id, purpose, release_id, value;

INSERT INTO dimension_sums_by_day_v1 (
  organization_id, workspace_id, dimension, period, environment_id, purpose, release_id, value, ended, succeeded,
  refused, failed, partial, served, routed, protection_observed, response_samples, first_output_samples, last_seq
)
SETTINGS insert_deduplicate = 0, max_execution_time = 0, max_partitions_per_insert_block = 0
SELECT
  organization_id,
  workspace_id,
  part.1 AS dimension,
  toDateTime(toStartOfDay(admitted_at), 'UTC') AS period,
  environment_id,
  purpose,
  release_id,
  part.2 AS value,
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
ARRAY JOIN arrayFilter(
  named -> named.2 != '',
  arrayConcat(
    [
      ('user', `user`),
      ('tenant', tenant),
      ('feature', feature),
      ('agent', agent),
      ('step_class', toString(step_class)),
      ('tool', tool),
      ('key', key_id),
      ('owner', toString(team_id))
    ],
    arrayMap((tag_key, tag_value) -> (concat('tag.', tag_key), tag_value), mapKeys(tags), mapValues(tags))
  )
) AS part
WHERE NOT has({unloaded_batches:Array(UInt64)}, batch_id) AND (
  `user` != '' OR tenant != '' OR feature != '' OR agent != '' OR step_class != '' OR tool != '' OR key_id != ''
  OR team_id != '' OR notEmpty(tags)
)
GROUP BY organization_id, workspace_id, dimension, period, environment_id, purpose, release_id, value;

-- The same statements for every new block of facts. Sums of unsigned integers are modulo 2^64: the last view subtracts
-- each replaced ending from the row of its key, to which the ending was added.

CREATE MATERIALIZED VIEW IF NOT EXISTS request_admissions_to_dimension_sums_by_day_v1 TO dimension_sums_by_day_v1 AS
SELECT
  organization_id,
  workspace_id,
  part.1 AS dimension,
  toDateTime(toStartOfDay(admitted_at), 'UTC') AS period,
  environment_id,
  purpose,
  release_id,
  part.2 AS value,
  count() AS admitted,
  max(arrival_seq) AS last_seq
FROM request_admissions_v1 AS fact
ARRAY JOIN arrayFilter(
  named -> named.2 != '',
  arrayConcat(
    [
      ('user', `user`),
      ('tenant', tenant),
      ('feature', feature),
      ('agent', agent),
      ('step_class', toString(step_class)),
      ('tool', tool),
      ('key', key_id),
      ('owner', toString(team_id))
    ],
    arrayMap((tag_key, tag_value) -> (concat('tag.', tag_key), tag_value), mapKeys(tags), mapValues(tags))
  )
) AS part
WHERE `user` != '' OR tenant != '' OR feature != '' OR agent != '' OR step_class != '' OR tool != '' OR key_id != ''
  OR team_id != '' OR notEmpty(tags)
GROUP BY organization_id, workspace_id, dimension, period, environment_id, purpose, release_id, value;

CREATE MATERIALIZED VIEW IF NOT EXISTS request_terminals_to_dimension_sums_by_day_v1 TO dimension_sums_by_day_v1 AS
SELECT
  organization_id,
  workspace_id,
  part.1 AS dimension,
  toDateTime(toStartOfDay(admitted_at), 'UTC') AS period,
  environment_id,
  purpose,
  release_id,
  part.2 AS value,
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
ARRAY JOIN arrayFilter(
  named -> named.2 != '',
  arrayConcat(
    [
      ('user', `user`),
      ('tenant', tenant),
      ('feature', feature),
      ('agent', agent),
      ('step_class', toString(step_class)),
      ('tool', tool),
      ('key', key_id),
      ('owner', toString(team_id))
    ],
    arrayMap((tag_key, tag_value) -> (concat('tag.', tag_key), tag_value), mapKeys(tags), mapValues(tags))
  )
) AS part
WHERE `user` != '' OR tenant != '' OR feature != '' OR agent != '' OR step_class != '' OR tool != '' OR key_id != ''
  OR team_id != '' OR notEmpty(tags)
GROUP BY organization_id, workspace_id, dimension, period, environment_id, purpose, release_id, value;

CREATE MATERIALIZED VIEW IF NOT EXISTS attempts_to_dimension_sums_by_day_v1 TO dimension_sums_by_day_v1 AS
SELECT
  organization_id,
  workspace_id,
  part.1 AS dimension,
  toDateTime(toStartOfDay(dispatched_at), 'UTC') AS period,
  environment_id,
  purpose,
  release_id,
  part.2 AS value,
  count() AS attempts,
  countIf(usage_known AND isNotNull(fact.total_tokens)) AS measured,
  sum(toInt128(ifNull(fact.total_tokens, 0))) AS total_tokens,
  max(arrival_seq) AS last_seq
FROM attempts_v1 AS fact
ARRAY JOIN arrayFilter(
  named -> named.2 != '',
  arrayConcat(
    [
      ('user', `user`),
      ('tenant', tenant),
      ('feature', feature),
      ('agent', agent),
      ('step_class', toString(step_class)),
      ('tool', tool),
      ('key', key_id),
      ('owner', toString(team_id))
    ],
    arrayMap((tag_key, tag_value) -> (concat('tag.', tag_key), tag_value), mapKeys(tags), mapValues(tags))
  )
) AS part
WHERE `user` != '' OR tenant != '' OR feature != '' OR agent != '' OR step_class != '' OR tool != '' OR key_id != ''
  OR team_id != '' OR notEmpty(tags)
GROUP BY organization_id, workspace_id, dimension, period, environment_id, purpose, release_id, value;

CREATE MATERIALIZED VIEW IF NOT EXISTS cost_effects_to_dimension_sums_by_day_v1 TO dimension_sums_by_day_v1 AS
SELECT
  organization_id,
  workspace_id,
  part.1 AS dimension,
  toDateTime(toStartOfDay(occurred_at), 'UTC') AS period,
  environment_id,
  purpose,
  release_id,
  part.2 AS value,
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
ARRAY JOIN arrayFilter(
  named -> named.2 != '',
  arrayConcat(
    [
      ('user', `user`),
      ('tenant', tenant),
      ('feature', feature),
      ('agent', agent),
      ('step_class', toString(step_class)),
      ('tool', tool),
      ('key', key_id),
      ('owner', toString(team_id))
    ],
    arrayMap((tag_key, tag_value) -> (concat('tag.', tag_key), tag_value), mapKeys(tags), mapValues(tags))
  )
) AS part
WHERE `user` != '' OR tenant != '' OR feature != '' OR agent != '' OR step_class != '' OR tool != '' OR key_id != ''
  OR team_id != '' OR notEmpty(tags)
GROUP BY organization_id, workspace_id, dimension, period, environment_id, purpose, release_id, value;

CREATE MATERIALIZED VIEW IF NOT EXISTS replaced_terminals_to_dimension_sums_by_day_v1 TO dimension_sums_by_day_v1 AS
SELECT
  organization_id,
  workspace_id,
  part.1 AS dimension,
  toDateTime(toStartOfDay(admitted_at), 'UTC') AS period,
  environment_id,
  purpose,
  release_id,
  part.2 AS value,
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
ARRAY JOIN arrayFilter(
  named -> named.2 != '',
  arrayConcat(
    [
      ('user', `user`),
      ('tenant', tenant),
      ('feature', feature),
      ('agent', agent),
      ('step_class', toString(step_class)),
      ('tool', tool),
      ('key', key_id),
      ('owner', toString(team_id))
    ],
    arrayMap((tag_key, tag_value) -> (concat('tag.', tag_key), tag_value), mapKeys(tags), mapValues(tags))
  )
) AS part
WHERE `user` != '' OR tenant != '' OR feature != '' OR agent != '' OR step_class != '' OR tool != '' OR key_id != ''
  OR team_id != '' OR notEmpty(tags)
GROUP BY organization_id, workspace_id, dimension, period, environment_id, purpose, release_id, value;
