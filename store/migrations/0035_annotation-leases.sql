-- Up Migration

-- Rows that somebody was given to label. Each of several people who are given the same row has a slot of it, so that the
-- database decides who has which, and that nobody has two.
CREATE TABLE annotation_leases (
  workspace_id text NOT NULL,
  request_id text NOT NULL,
  slot smallint NOT NULL,
  annotator text NOT NULL,
  admitted_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, request_id, slot),
  UNIQUE (workspace_id, request_id, annotator)
);
CREATE INDEX annotation_leases_expiring ON annotation_leases (expires_at);
CREATE INDEX annotation_leases_of_annotator ON annotation_leases (annotator);

-- Rows that an annotator does not want to see again.
CREATE TABLE annotation_skips (
  workspace_id text NOT NULL,
  request_id text NOT NULL,
  annotator text NOT NULL,
  admitted_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, request_id, annotator)
);
CREATE INDEX annotation_skips_by_age ON annotation_skips (admitted_at);

-- How far each annotator is: what leases that ended do not tell any more.
CREATE TABLE annotator_progress (
  annotator text PRIMARY KEY,
  claimed bigint NOT NULL,
  released bigint NOT NULL DEFAULT 0,
  skipped bigint NOT NULL DEFAULT 0,
  last_claimed_at timestamptz NOT NULL
);
