-- A request is counted by the first event that tells of it, and has one ending: the first, or the first cancellation. An ending
-- whose place a cancellation takes stays in request_terminals_v1, for who reads as of before, and stands here once more under
-- the arrival of the cancellation, to be taken away again from there on.

CREATE TABLE IF NOT EXISTS replaced_terminals_v1
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
  arrival_seq UInt64 COMMENT 'Arrival of the cancellation',
  batch_id UInt64 COMMENT 'Planned batch that brought the cancellation',
  admitted_at DateTime64(3, 'UTC') COMMENT 'Time base of outcomes and latency: when the request was let in',
  terminal_at DateTime64(3, 'UTC') COMMENT 'When the request ended',
  status LowCardinality(String) COMMENT 'succeeded, refused, failed, cancelled, partial or unknown',
  terminal_kind LowCardinality(String) COMMENT 'Finer kind of ending in the words of the gateway; empty when absent',
  final_model LowCardinality(String) COMMENT 'Model that served the request; empty when none did',
  final_provider LowCardinality(String) COMMENT 'Provider that served the request; empty when none did',
  connection_id LowCardinality(String) COMMENT 'Empty when absent',
  route_version LowCardinality(String) COMMENT 'Empty when absent',
  attempt_count UInt16 COMMENT 'Attempts made for the request',
  streaming Bool COMMENT 'The caller asked for a stream',
  total_ms Nullable(Float64) COMMENT 'Milliseconds from admission to end as the gateway measured them',
  first_output_ms Nullable(Float64) COMMENT 'Milliseconds from admission to the first output; observed streams only',
  protection_observed Bool COMMENT 'The gateway recorded which protection components it selected, even if none',
  replaced_seq UInt64 COMMENT 'arrival_seq of the ending in request_terminals_v1'
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(admitted_at)
ORDER BY (organization_id, workspace_id, toStartOfHour(admitted_at), environment_id, admitted_at, logical_request_id)
SETTINGS non_replicated_deduplication_window = 20000
COMMENT 'Endings whose place a cancellation took, one row each.';

-- Sums of unsigned integers are taken modulo 2^64, so that what these views take away adds up with what the ending brought,
-- whose row has the same key.

CREATE MATERIALIZED VIEW IF NOT EXISTS replaced_terminals_to_traffic_by_hour_v1 TO traffic_by_hour_v1 AS
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
GROUP BY organization_id, workspace_id, facet, period, environment_id, purpose, release_id, facet_value, unserved;

CREATE MATERIALIZED VIEW IF NOT EXISTS replaced_terminals_to_latency_by_hour_v1 TO latency_by_hour_v1 AS
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
  toUInt64(-count()) AS samples,
  max(arrival_seq) AS last_seq
FROM replaced_terminals_v1
ARRAY JOIN arrayFilter(
  sample -> isNotNull(sample.2),
  [('response_latency.v1', total_ms), ('first_output_latency.v1', first_output_ms)]
) AS part
GROUP BY organization_id, workspace_id, metric, period, environment_id, purpose, release_id, status, bucket;

-- What the requests and endings that were there before are known by from here on: a request by where it is counted, an ending
-- by its request, a cancellation once more. Hashes are those of analytics/indexer/identify-event.ts.

INSERT INTO event_identities_v1
SETTINGS max_execution_time = 0
WITH
  text -> reinterpretAsUInt64(reverse(substring(SHA256(text), 1, 8))) AS hashed,
  at -> concat(replaceOne(toString(at), ' ', 'T'), 'Z') AS utc
SELECT organization_id, workspace_id, hashed(concat(workspace_id, '\t', logical_request_id)) AS request,
  request, hashed(concatWithSeparator('\t', environment_id, purpose, release_id, input_size_bucket, utc(admitted_at))),
  batch_id, admitted_at
FROM request_admissions_v1 WHERE NOT has({unloaded_batches:Array(UInt64)}, batch_id);

INSERT INTO event_identities_v1
SETTINGS max_execution_time = 0
WITH
  text -> reinterpretAsUInt64(reverse(substring(SHA256(text), 1, 8))) AS hashed,
  at -> concat(replaceOne(toString(at), ' ', 'T'), 'Z') AS utc
SELECT organization_id, workspace_id, hashed(concat(workspace_id, '\t', logical_request_id)) AS request,
  request, hashed(concatWithSeparator('\t', environment_id, purpose, release_id, input_size_bucket, utc(admitted_at))),
  batch_id, admitted_at
FROM request_terminals_v1 WHERE NOT has({unloaded_batches:Array(UInt64)}, batch_id);

INSERT INTO event_identities_v1
SETTINGS max_execution_time = 0
WITH
  text -> reinterpretAsUInt64(reverse(substring(SHA256(text), 1, 8))) AS hashed,
  cells -> hashed(replaceRegexpOne(cells, '\t+$', '')) AS said,
  at -> concat(replaceOne(toString(at), ' ', 'T'), 'Z') AS utc
SELECT organization_id, workspace_id, hashed(concat(workspace_id, '\t', logical_request_id)),
  hashed(concatWithSeparator('\t', workspace_id, 'request_terminal', logical_request_id)),
  said(concatWithSeparator('\t', organization_id, workspace_id, application_id, gateway_id, environment_id, purpose,
    logical_request_id, release_id, route_id, team_id, input_size_bucket, trace_id, utc(admitted_at), utc(terminal_at),
    status, terminal_kind, final_model, final_provider, connection_id, route_version, toString(attempt_count),
    if(streaming, 'true', ''), ifNull(toString(total_ms), ''), ifNull(toString(first_output_ms), ''),
    if(protection_observed, 'true', ''))),
  batch_id, admitted_at
FROM request_terminals_v1 WHERE NOT has({unloaded_batches:Array(UInt64)}, batch_id);

INSERT INTO event_identities_v1
SETTINGS max_execution_time = 0
WITH
  text -> reinterpretAsUInt64(reverse(substring(SHA256(text), 1, 8))) AS hashed,
  cells -> hashed(replaceRegexpOne(cells, '\t+$', '')) AS said,
  at -> concat(replaceOne(toString(at), ' ', 'T'), 'Z') AS utc
SELECT organization_id, workspace_id, hashed(concat(workspace_id, '\t', logical_request_id)),
  hashed(concatWithSeparator('\t', workspace_id, 'request_terminal', logical_request_id, 'cancelled')),
  said(concatWithSeparator('\t', organization_id, workspace_id, application_id, gateway_id, environment_id, purpose,
    logical_request_id, release_id, route_id, team_id, input_size_bucket, trace_id, utc(admitted_at), utc(terminal_at),
    status, terminal_kind, final_model, final_provider, connection_id, route_version, toString(attempt_count),
    if(streaming, 'true', ''), ifNull(toString(total_ms), ''), ifNull(toString(first_output_ms), ''),
    if(protection_observed, 'true', ''))),
  batch_id, admitted_at
FROM request_terminals_v1 WHERE NOT has({unloaded_batches:Array(UInt64)}, batch_id) AND status = 'cancelled';
