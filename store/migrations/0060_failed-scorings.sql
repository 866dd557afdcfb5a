-- Up Migration

-- Requests that a judge gave no verdict on, the newest first.
CREATE INDEX judge_scorings_failed ON judge_scorings (evaluator_id, prompt_sha, ended_at) WHERE state = 'failed';
