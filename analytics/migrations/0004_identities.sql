-- What every fact is known by, so that the same event is loaded once. In the order of requests: a batch asks for what is known
-- of the requests that it speaks of, few rows here and there, so that granules and compressed blocks are small.

CREATE TABLE IF NOT EXISTS event_identities_v1
(
  organization_id LowCardinality(String) COMMENT 'Tenancy id',
  workspace_id LowCardinality(String) COMMENT 'Tenancy id',
  request_hash UInt64 COMMENT 'Of workspace and request; of the workspace alone for what belongs to none',
  event_hash UInt64 COMMENT 'Of workspace, kind of event, request and id',
  content_hash UInt64 COMMENT 'Of what the fact says',
  batch_id UInt64 COMMENT 'Batch that brought the event; one that died before it was planned may stand here too',
  occurred_at DateTime('UTC') COMMENT 'Time base of the fact'
)
ENGINE = ReplacingMergeTree
PRIMARY KEY request_hash
ORDER BY (request_hash, event_hash, content_hash, batch_id)
SETTINGS index_granularity = 256, min_compress_block_size = 4096, max_compress_block_size = 16384
COMMENT 'What every fact is known by, one row each.';

-- The facts that were there before. Batches that are not marked loaded write theirs down when they are repeated. The hashes
-- are those of analytics/indexer/identify-event.ts: cells in the order of the row, empty where absent, none empty at the end.
-- A repetition of this file writes the same rows again, which merges fold.

INSERT INTO event_identities_v1
SETTINGS max_execution_time = 0
WITH
  text -> reinterpretAsUInt64(reverse(substring(SHA256(text), 1, 8))) AS hashed,
  cells -> hashed(replaceRegexpOne(cells, '\t+$', '')) AS said,
  at -> concat(replaceOne(toString(at), ' ', 'T'), 'Z') AS utc
SELECT organization_id, workspace_id, hashed(concat(workspace_id, '\t', logical_request_id)),
  hashed(concatWithSeparator('\t', workspace_id, 'request_admitted', logical_request_id)),
  said(concatWithSeparator('\t', organization_id, workspace_id, application_id, gateway_id, environment_id, purpose,
    logical_request_id, release_id, route_id, team_id, input_size_bucket, trace_id, utc(admitted_at),
    if(streaming, 'true', ''))),
  batch_id, admitted_at
FROM request_admissions_v1 WHERE NOT has({unloaded_batches:Array(UInt64)}, batch_id);

INSERT INTO event_identities_v1
SETTINGS max_execution_time = 0
WITH
  text -> reinterpretAsUInt64(reverse(substring(SHA256(text), 1, 8))) AS hashed,
  cells -> hashed(replaceRegexpOne(cells, '\t+$', '')) AS said,
  at -> concat(replaceOne(toString(at), ' ', 'T'), 'Z') AS utc,
  said(concatWithSeparator('\t', organization_id, workspace_id, application_id, gateway_id, environment_id, purpose,
    logical_request_id, release_id, route_id, team_id, input_size_bucket, trace_id, utc(admitted_at), utc(terminal_at),
    status, terminal_kind, final_model, final_provider, connection_id, route_version, toString(attempt_count),
    if(streaming, 'true', ''), ifNull(toString(total_ms), ''), ifNull(toString(first_output_ms), ''),
    if(protection_observed, 'true', ''))) AS content
SELECT organization_id, workspace_id, hashed(concat(workspace_id, '\t', logical_request_id)),
  hashed(concatWithSeparator('\t', workspace_id, 'request_terminal', logical_request_id, toString(content))),
  content, batch_id, admitted_at
FROM request_terminals_v1 WHERE NOT has({unloaded_batches:Array(UInt64)}, batch_id);

INSERT INTO event_identities_v1
SETTINGS max_execution_time = 0
WITH
  text -> reinterpretAsUInt64(reverse(substring(SHA256(text), 1, 8))) AS hashed,
  cells -> hashed(replaceRegexpOne(cells, '\t+$', '')) AS said,
  at -> concat(replaceOne(toString(at), ' ', 'T'), 'Z') AS utc
SELECT organization_id, workspace_id, hashed(concat(workspace_id, '\t', logical_request_id)),
  hashed(concatWithSeparator('\t', workspace_id, 'attempt', logical_request_id, attempt_id)),
  said(concatWithSeparator('\t', organization_id, workspace_id, application_id, gateway_id, environment_id, purpose,
    logical_request_id, release_id, route_id, team_id, input_size_bucket, trace_id, attempt_id, toString(ordinal), role,
    if(route_changed, 'true', ''), output_state, provider_id, provider_model, connection_id, usage_source,
    if(usage_known, 'true', ''), ifNull(toString(input_tokens), ''), ifNull(toString(output_tokens), ''),
    ifNull(toString(cache_read_tokens), ''), ifNull(toString(cache_write_tokens), ''),
    ifNull(toString(reasoning_tokens), ''), ifNull(toString(total_tokens), ''), utc(dispatched_at),
    if(isNull(terminal_at), '', utc(assumeNotNull(terminal_at))))),
  batch_id, dispatched_at
FROM attempts_v1 WHERE NOT has({unloaded_batches:Array(UInt64)}, batch_id);

INSERT INTO event_identities_v1
SETTINGS max_execution_time = 0
WITH
  text -> reinterpretAsUInt64(reverse(substring(SHA256(text), 1, 8))) AS hashed,
  cells -> hashed(replaceRegexpOne(cells, '\t+$', '')) AS said,
  at -> concat(replaceOne(toString(at), ' ', 'T'), 'Z') AS utc
SELECT organization_id, workspace_id, hashed(concat(workspace_id, '\t', logical_request_id)),
  hashed(concatWithSeparator('\t', workspace_id, 'cost_effect', logical_request_id, effect_id)),
  said(concatWithSeparator('\t', organization_id, workspace_id, application_id, gateway_id, environment_id, purpose,
    logical_request_id, release_id, route_id, team_id, input_size_bucket, trace_id, effect_id, effect_kind, attempt_id,
    provider_id, provider_model, connection_id, utc(occurred_at), toString(nanos), toString(priced), toString(pending),
    toString(unpriced), toString(estimated), toString(estimate_unknown), toString(adjustments))),
  batch_id, occurred_at
FROM cost_effects_v1 WHERE NOT has({unloaded_batches:Array(UInt64)}, batch_id);

INSERT INTO event_identities_v1
SETTINGS max_execution_time = 0
WITH
  text -> reinterpretAsUInt64(reverse(substring(SHA256(text), 1, 8))) AS hashed,
  cells -> hashed(replaceRegexpOne(cells, '\t+$', '')) AS said,
  at -> concat(replaceOne(toString(at), ' ', 'T'), 'Z') AS utc
SELECT organization_id, workspace_id, hashed(concat(workspace_id, '\t', logical_request_id)),
  hashed(concatWithSeparator('\t', workspace_id, 'feedback_verdict', logical_request_id, issuer_ref, feedback_id,
    toString(revision))),
  said(concatWithSeparator('\t', organization_id, workspace_id, application_id, gateway_id, environment_id, purpose,
    logical_request_id, release_id, route_id, team_id, input_size_bucket, trace_id, feedback_id, issuer_ref, issuer,
    value, toString(revision), utc(occurred_at), source, match)),
  batch_id, occurred_at
FROM feedback_verdicts_v1 WHERE NOT has({unloaded_batches:Array(UInt64)}, batch_id);

INSERT INTO event_identities_v1
SETTINGS max_execution_time = 0
WITH
  text -> reinterpretAsUInt64(reverse(substring(SHA256(text), 1, 8))) AS hashed,
  cells -> hashed(replaceRegexpOne(cells, '\t+$', '')) AS said,
  at -> concat(replaceOne(toString(at), ' ', 'T'), 'Z') AS utc
SELECT organization_id, workspace_id, hashed(concat(workspace_id, '\t')),
  hashed(concatWithSeparator('\t', workspace_id, 'release_marker', '', marker_id)),
  said(concatWithSeparator('\t', organization_id, workspace_id, application_id, gateway_id, environment_id, purpose,
    logical_request_id, release_id, route_id, team_id, input_size_bucket, trace_id, marker_id, marker_kind,
    effective_digest, actor_kind, utc(occurred_at))),
  batch_id, occurred_at
FROM release_markers_v1 WHERE NOT has({unloaded_batches:Array(UInt64)}, batch_id);

INSERT INTO event_identities_v1
SETTINGS max_execution_time = 0
WITH
  text -> reinterpretAsUInt64(reverse(substring(SHA256(text), 1, 8))) AS hashed,
  cells -> hashed(replaceRegexpOne(cells, '\t+$', '')) AS said,
  at -> concat(replaceOne(toString(at), ' ', 'T'), 'Z') AS utc
SELECT organization_id, workspace_id, hashed(concat(workspace_id, '\t', logical_request_id)),
  hashed(concatWithSeparator('\t', workspace_id, 'protection_evaluation', logical_request_id, component_id, phase,
    toString(toUnixTimestamp64Milli(evaluated_at)))),
  said(concatWithSeparator('\t', organization_id, workspace_id, application_id, gateway_id, environment_id, purpose,
    logical_request_id, release_id, route_id, team_id, input_size_bucket, trace_id, utc(admitted_at), utc(evaluated_at),
    component_id, component_version, phase, eligibility, evaluation, outcome)),
  batch_id, admitted_at
FROM protection_evaluations_v1 WHERE NOT has({unloaded_batches:Array(UInt64)}, batch_id);
