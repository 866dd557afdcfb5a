-- Up Migration

-- One row for every write that the API or an operator was asked for. Nothing refers to anything, so that a row outlives what
-- it speaks of. Bodies, tokens and texts that people wrote are never here.
CREATE TABLE audit_events (
  audit_id text PRIMARY KEY,
  at timestamptz NOT NULL,
  -- Who: a subject with its credential, or the user of the operating system that ran the operator command.
  subject_id text,
  credential_id text,
  operator text,
  operation text NOT NULL,
  organization_id text,
  workspace_id text,
  -- What the path, the options and the answer name by id.
  targets text[] NOT NULL DEFAULT '{}',
  -- Null until the write has come to its end: after a crash in between, nobody knows.
  outcome text CHECK (outcome IN ('accepted', 'refused', 'failed')),
  -- Absent for operator commands, which have no status.
  status integer,
  problem_code text,
  request_id text,
  trace_id text,
  address text,
  -- How many requests the row stands for: refusals 401 and 429 of one address within one minute share a row.
  requests integer NOT NULL DEFAULT 1
) WITH (fillfactor = 85);

CREATE INDEX audit_events_by_time ON audit_events (at, audit_id);
CREATE INDEX audit_events_by_organization ON audit_events (organization_id, at, audit_id);
CREATE INDEX audit_events_by_subject ON audit_events (subject_id, at, audit_id);

-- What the last sweep removed of it. A worker of the previous version goes on writing its row without.
ALTER TABLE retention_sweep ADD COLUMN audit_events integer NOT NULL DEFAULT 0;

-- When a credential was last used, to the minute, and what it was replaced by.
ALTER TABLE credentials ADD COLUMN last_used_at timestamptz;
ALTER TABLE credentials ADD COLUMN successor_id text REFERENCES credentials;
