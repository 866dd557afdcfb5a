-- Up Migration

-- What the sweep looks for, workspace by workspace, the longest overdue first. Each index is made under a lock that lets
-- processes of the previous version read on and only makes their writes wait for it.
CREATE INDEX report_runs_expiring ON report_runs (workspace_id, expires_at) WHERE state IN ('ready', 'partial');
CREATE INDEX report_runs_finished ON report_runs (workspace_id, finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (workspace_id, created_at);
CREATE INDEX workflow_outbox_sent ON workflow_outbox (sent_at) WHERE sent_at IS NOT NULL;

-- When the last sweep ended and what it removed, for operators.
CREATE TABLE retention_sweep (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  finished_at timestamptz NOT NULL,
  -- Workspaces in which anything was due.
  workspaces integer NOT NULL,
  answers integer NOT NULL,
  runs integer NOT NULL,
  idempotency_keys integer NOT NULL,
  outbox_items integer NOT NULL,
  heartbeats integer NOT NULL
);
