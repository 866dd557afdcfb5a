-- Which requests anything is known of, so that only those are looked up among the identities: most requests of a long log are new. Half
-- of their hash tells nearly all of them apart, and is read as a whole, in one column and in order. Where it stands nothing need be known;
-- where it does not, nothing is. Time and workspace are for erasing alone: a row goes with the newest of what is known of its request.

CREATE TABLE IF NOT EXISTS known_requests_v1
(
  request UInt32 COMMENT 'Upper half of the hash of the request',
  organization_id LowCardinality(String) COMMENT 'Tenancy id',
  workspace_id LowCardinality(String) COMMENT 'Tenancy id',
  newest_at DateTime('UTC') COMMENT 'Newest time base of what is known of it'
)
ENGINE = ReplacingMergeTree(newest_at)
ORDER BY (request, organization_id, workspace_id)
COMMENT 'Requests of which event_identities_v1 knows anything, one row each.';

CREATE MATERIALIZED VIEW IF NOT EXISTS event_identities_to_known_requests_v1 TO known_requests_v1 AS
SELECT toUInt32(bitShiftRight(request_hash, 32)) AS request, organization_id, workspace_id, max(occurred_at) AS newest_at
FROM event_identities_v1
GROUP BY request, organization_id, workspace_id;

-- What was known before. A repetition of this file writes the same rows again, which merges fold.

INSERT INTO known_requests_v1
SETTINGS max_execution_time = 0
SELECT toUInt32(bitShiftRight(request_hash, 32)), organization_id, workspace_id, occurred_at FROM event_identities_v1;
