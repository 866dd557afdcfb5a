-- States that prices enter and leave, as if they were events, of the costs that were there before: a price leaves a state that it
-- is in. The hashes are those of analytics/indexer/identify-event.ts. A repetition of this file writes the same rows again, which
-- merges fold.

INSERT INTO event_identities_v1
SETTINGS max_execution_time = 0
WITH
  text -> reinterpretAsUInt64(reverse(substring(SHA256(text), 1, 8))) AS hashed,
  at -> concat(replaceOne(toString(at), ' ', 'T'), 'Z') AS utc
SELECT organization_id, workspace_id, hashed(concat(workspace_id, '\t', logical_request_id)),
  hashed(concatWithSeparator('\t', change, state, organization_id, workspace_id, application_id, gateway_id, environment_id,
    purpose, logical_request_id, release_id, route_id, team_id, input_size_bucket, attempt_id, provider_id, provider_model,
    connection_id, utc(occurred_at))),
  hashed(concatWithSeparator('\t', workspace_id, 'cost_effect', logical_request_id, effect_id)),
  batch_id, occurred_at
FROM cost_effects_v1
ARRAY JOIN
  ['pending', 'unpriced', 'pending', 'unpriced'] AS state,
  ['entered', 'entered', 'left', 'left'] AS change,
  [pending = 1, unpriced = 1, pending = -1, unpriced = -1] AS happened
WHERE happened;
