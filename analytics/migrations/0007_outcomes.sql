-- Outcomes of evaluations, beside their requests. No rollup is made of them, and no read of traffic looks at them.

CREATE TABLE IF NOT EXISTS outcomes_v1
(
  organization_id LowCardinality(String) COMMENT 'Tenancy id',
  workspace_id LowCardinality(String) COMMENT 'Tenancy id',
  application_id LowCardinality(String) COMMENT 'Tenancy id',
  gateway_id LowCardinality(String) COMMENT 'Tenancy id',
  environment_id LowCardinality(String) COMMENT 'Tenancy id of the leaf that the traffic belongs to',
  purpose LowCardinality(String) COMMENT 'Purpose of the request',
  logical_request_id String COMMENT 'Request as its gateway names it',
  release_id LowCardinality(String) COMMENT 'Empty when absent',
  route_id LowCardinality(String) COMMENT 'Empty when absent; the segment of the outcome',
  team_id LowCardinality(String) COMMENT 'Empty when absent',
  input_size_bucket LowCardinality(String) COMMENT 'Empty when absent',
  trace_id String COMMENT 'Empty when absent',
  arrival_seq UInt64 COMMENT 'Position in the one global order of arrival',
  batch_id UInt64 COMMENT 'Planned batch that brought the row',
  admitted_at DateTime64(3, 'UTC') COMMENT 'Time base of outcomes: that of their request',
  actor LowCardinality(String) COMMENT 'Credential or user that brought it in',
  outcome_id String COMMENT 'Unique per request',
  evaluator_id LowCardinality(String) COMMENT 'Who or what evaluated, as the registry names it',
  evaluator_kind LowCardinality(String) COMMENT 'human, judge, check or external',
  metric LowCardinality(String) COMMENT 'What was evaluated, as the registry names it',
  basis LowCardinality(String) COMMENT 'measured or reported; never blended',
  occurred_at DateTime64(3, 'UTC') COMMENT 'When it was evaluated',
  verdict LowCardinality(String) COMMENT 'pass, fail or abstained; empty when absent',
  score Nullable(Float64) COMMENT 'In the scale of the evaluator',
  annotator LowCardinality(String) COMMENT 'Person whose label it is; empty of other kinds',
  judge_id LowCardinality(String) COMMENT 'Empty of other kinds than judges',
  judge_model LowCardinality(String) COMMENT 'Empty of other kinds than judges',
  judge_prompt_sha LowCardinality(String) COMMENT 'Version of the method; empty of other kinds than judges',
  judge_eval_ver LowCardinality(String) COMMENT 'Version of the evaluator; empty of other kinds than judges',
  judge_certainty Nullable(Float64) COMMENT 'From 0 to 1; null where the judge does not say',
  panel_split Bool COMMENT 'The seats of a panel were of several minds',
  swap_shown_first LowCardinality(String) COMMENT 'baseline, candidate or tie; empty of what is no swap trial',
  swap_shown_swapped LowCardinality(String) COMMENT 'baseline, candidate or tie; empty of what is no swap trial',
  INDEX request logical_request_id TYPE bloom_filter(0.01) GRANULARITY 1
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(admitted_at)
ORDER BY (evaluator_kind, metric, judge_id, route_id, organization_id, workspace_id, logical_request_id, outcome_id)
SETTINGS non_replicated_deduplication_window = 20000
COMMENT 'What was said of the answers to requests: labels of people, verdicts of judges, swap trials, and what others report.';
