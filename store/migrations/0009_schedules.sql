-- Up Migration

-- When reports run by themselves. The report may be deleted while its schedule stays, paused and telling why, so nothing
-- refers to it; what a claim pins of the report and its view never changes while a schedule lives and stands here too.
CREATE TABLE report_schedules (
  schedule_id text PRIMARY KEY,
  organization_id text NOT NULL REFERENCES organizations,
  workspace_id text NOT NULL REFERENCES workspaces,
  report_id text NOT NULL,
  owner text NOT NULL REFERENCES subjects,
  -- For operators, whom an id alone tells nothing.
  report_name text NOT NULL,
  saved_view_id text NOT NULL REFERENCES saved_views,
  view_revision bigint NOT NULL,
  -- Length of the view's relative window at that revision.
  window_seconds bigint NOT NULL CHECK (window_seconds > 0),
  cadence jsonb NOT NULL,
  tzdb_version text NOT NULL,
  recipient_subject_ids text[] NOT NULL,
  paused boolean NOT NULL,
  pause_reason text NOT NULL CHECK (pause_reason IN ('', 'manual', 'authority_lost', 'report_deleted', 'view_changed')),
  revision bigint NOT NULL DEFAULT 1,
  next_run_at timestamptz,
  -- The local date that a wall clock's next instant is meant for, `YYYY-MM-DD`: what stays when a time zone's rules change.
  next_local_date text,
  last_scheduled_for timestamptz,
  skipped_total bigint NOT NULL DEFAULT 0,
  -- The leaves of the latest run of a report that was deleted: who sees the schedule is judged by them from then on.
  deleted_report_scope text[],
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  -- When the reconciler last asked for a plan because this one was overdue; never shown.
  nudged_at timestamptz,
  CHECK (paused = (pause_reason <> '')),
  CHECK ((next_run_at IS NULL) = (paused OR deleted_at IS NOT NULL)),
  CHECK ((next_local_date IS NOT NULL) = (next_run_at IS NOT NULL AND cadence->>'mode' = 'wall_clock'))
);

CREATE INDEX report_schedules_by_workspace ON report_schedules (workspace_id, created_at DESC, schedule_id DESC)
  WHERE deleted_at IS NULL;
-- What a plan asks of one workspace, and the reconciler of all.
CREATE INDEX report_schedules_due ON report_schedules (workspace_id, next_run_at, schedule_id)
  WHERE next_run_at IS NOT NULL;
CREATE INDEX report_schedules_overdue ON report_schedules (next_run_at) WHERE next_run_at IS NOT NULL;
CREATE INDEX report_schedules_by_report ON report_schedules (report_id) WHERE deleted_at IS NULL;
-- What an older time-zone database planned: mostly nothing, and asked for at every pass of the reconciler.
CREATE INDEX report_schedules_by_tzdb ON report_schedules (tzdb_version COLLATE "C", schedule_id)
  WHERE next_run_at IS NOT NULL AND cadence->>'mode' = 'wall_clock';

-- One instant of a schedule that was taken or missed, with everything that was pinned then.
CREATE TABLE report_occurrences (
  occurrence_id text PRIMARY KEY,
  schedule_id text NOT NULL REFERENCES report_schedules,
  report_id text NOT NULL,
  organization_id text NOT NULL REFERENCES organizations,
  workspace_id text NOT NULL REFERENCES workspaces,
  schedule_revision bigint NOT NULL,
  view_revision bigint NOT NULL,
  scheduled_for timestamptz NOT NULL,
  window_from timestamptz,
  window_to timestamptz,
  recipient_subject_ids text[] NOT NULL,
  state text NOT NULL
    CHECK (state IN ('claimed', 'running', 'delivered', 'failed', 'cancelling', 'cancelled', 'missed')),
  run_id text NOT NULL DEFAULT '',
  failure_code text NOT NULL DEFAULT '',
  failure_detail text NOT NULL DEFAULT '',
  skipped_count integer NOT NULL,
  skipped_from timestamptz,
  skipped_to timestamptz,
  delivered_count integer NOT NULL DEFAULT 0,
  suppressed_count integer NOT NULL DEFAULT 0,
  attempt integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  -- When anybody last moved the row; never shown.
  touched_at timestamptz NOT NULL,
  CONSTRAINT occurrence_once UNIQUE (schedule_id, scheduled_for),
  CHECK ((state = 'missed') = (window_to IS NULL)),
  CHECK ((window_from IS NULL) = (window_to IS NULL)),
  CHECK ((skipped_count = 0) = (skipped_from IS NULL) AND (skipped_from IS NULL) = (skipped_to IS NULL)),
  CHECK ((finished_at IS NULL) = (state IN ('claimed', 'running', 'cancelling')))
);

-- One scheduled report at a time in a workspace, whoever plans: the law, where dispatchers are only its servants.
CREATE UNIQUE INDEX occurrence_in_flight ON report_occurrences (workspace_id)
  WHERE state IN ('claimed', 'running', 'cancelling');
CREATE INDEX report_occurrences_untouched ON report_occurrences (touched_at)
  WHERE state IN ('claimed', 'running', 'cancelling');
CREATE INDEX report_occurrences_by_schedule ON report_occurrences (schedule_id, scheduled_for DESC, occurrence_id DESC);

-- The run of an occurrence is carried by the occurrence's workflow, any other by one of its own.
ALTER TABLE report_runs ADD COLUMN occurrence_id text;

-- What was delivered to whom: identifiers alone. The source may be of a kind that a later version knows.
CREATE TABLE report_inbox_items (
  delivery_id text PRIMARY KEY,
  organization_id text NOT NULL REFERENCES organizations,
  workspace_id text NOT NULL REFERENCES workspaces,
  recipient text NOT NULL REFERENCES subjects,
  event_type text NOT NULL,
  source_kind text NOT NULL,
  source_id text NOT NULL,
  report_id text NOT NULL,
  run_id text NOT NULL,
  schedule_id text NOT NULL,
  delivered_at timestamptz NOT NULL,
  read_at timestamptz,
  CONSTRAINT delivered_once UNIQUE (source_id, recipient)
);

CREATE INDEX report_inbox_items_by_recipient
  ON report_inbox_items (workspace_id, recipient, delivered_at DESC, delivery_id DESC);

ALTER TABLE workflow_outbox DROP CONSTRAINT workflow_outbox_kind_check;
ALTER TABLE workflow_outbox ADD CONSTRAINT workflow_outbox_kind_check CHECK (kind IN (
  'start_report_run', 'cancel_report_run', 'nudge_dispatcher', 'cancel_occurrence', 'show_missed_occurrence'));
