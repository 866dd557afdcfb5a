-- Up Migration

-- Events that a person should know. The statement that detects an event inserts its notice. Equal events within a UTC
-- hour share one row.
CREATE TABLE notices (
  notice_id text PRIMARY KEY,
  kind text NOT NULL,
  -- The thing that the event is about: a judge subject, a schedule, or a kind of outbox item.
  about text NOT NULL,
  hour timestamptz NOT NULL,
  -- Null for an event of the installation.
  organization_id text REFERENCES organizations (organization_id),
  workspace_id text REFERENCES workspaces (workspace_id),
  detail text NOT NULL,
  happened_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  times integer NOT NULL DEFAULT 1 CHECK (times > 0),
  CONSTRAINT notices_once_an_hour UNIQUE (kind, about, hour)
);
CREATE INDEX notices_by_age ON notices (last_at);
CREATE INDEX notices_by_workspace ON notices (workspace_id, notice_id) WHERE workspace_id IS NOT NULL;

-- The events of a notice that a reader has read: the first `times` of them. A reader is a user, a token or a subject.
CREATE TABLE notice_reads (
  notice_id text NOT NULL REFERENCES notices (notice_id) ON DELETE CASCADE,
  reader_id text NOT NULL,
  times integer NOT NULL,
  read_at timestamptz NOT NULL,
  PRIMARY KEY (notice_id, reader_id)
);

-- Notices that a sweep removed.
ALTER TABLE retention_sweep ADD COLUMN notices integer NOT NULL DEFAULT 0;
