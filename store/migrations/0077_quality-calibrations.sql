-- Up Migration

-- Fits of calibrations. A person or the refit interval asks for a fit; its workflow reads the parameters here. The key
-- makes a repeated request and a repeated refit of the same period one fit. An installation has no fits before this
-- migration, so no existing row changes.
CREATE TABLE calibration_fits (
  -- The id of the calibration that the fit makes.
  fit_id text PRIMARY KEY,
  fit_key text NOT NULL UNIQUE,
  kind text NOT NULL CHECK (kind IN ('quality', 'routing')),
  workspace_id text NOT NULL REFERENCES workspaces,
  -- The window of the labels; null bounds are open.
  since timestamptz,
  until timestamptz,
  -- Null: the configured values of the worker.
  confidence double precision CHECK (confidence > 0 AND confidence < 1),
  min_n integer CHECK (min_n >= 50),
  requested_by text NOT NULL,
  requested_at timestamptz NOT NULL,
  -- The last time at which the start of the workflow was enqueued.
  touched_at timestamptz NOT NULL,
  ended_at timestamptz
);
CREATE INDEX calibration_fits_open ON calibration_fits (touched_at) WHERE ended_at IS NULL;

-- The results of fits. A refused fit is kept like a fit with an artifact.
CREATE TABLE calibrations (
  calibration_id text PRIMARY KEY,
  fit_key text NOT NULL UNIQUE,
  kind text NOT NULL CHECK (kind IN ('quality', 'routing')),
  workspace_id text NOT NULL REFERENCES workspaces,
  -- Counted from 1 in each workspace and kind.
  version integer NOT NULL CHECK (version > 0),
  state text NOT NULL CHECK (state IN ('candidate', 'active', 'retired', 'refused')),
  -- The document of the fit, and its digest. Nothing updates it.
  artifact jsonb,
  digest text,
  refusal jsonb,
  -- The units of the artifact, and those that passed their gate.
  units integer NOT NULL CHECK (units >= 0),
  passed_units integer NOT NULL CHECK (passed_units BETWEEN 0 AND units),
  fitted_at timestamptz NOT NULL,
  activated_at timestamptz,
  retired_at timestamptz,
  CONSTRAINT calibration_version UNIQUE (workspace_id, kind, version),
  CONSTRAINT calibration_result CHECK (
    num_nulls(artifact, digest) IN (0, 2) AND (artifact IS NULL) = (refusal IS NOT NULL)
      AND (refusal IS NOT NULL) = (state = 'refused'))
);
-- At most one artifact of a kind is active in a workspace.
CREATE UNIQUE INDEX calibration_in_force ON calibrations (workspace_id, kind) WHERE state = 'active';

-- The pointer to the active artifact. Every change of the pointer increments the version, which activations compare.
CREATE TABLE calibration_manifests (
  workspace_id text NOT NULL REFERENCES workspaces,
  kind text NOT NULL CHECK (kind IN ('quality', 'routing')),
  version integer NOT NULL CHECK (version >= 0),
  active_id text REFERENCES calibrations,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, kind)
);

-- The recalibration log: one row for each fit, activation and retirement, and for each demotion of a judge that an
-- active artifact relies on. Rows are only added.
CREATE TABLE recalibration_log (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces,
  kind text NOT NULL CHECK (kind IN ('quality', 'routing')),
  change text NOT NULL CHECK (change IN ('fit', 'activation', 'demotion', 'retirement')),
  calibration_id text NOT NULL REFERENCES calibrations,
  -- The version of the manifest after the change.
  manifest_version integer NOT NULL,
  -- The user or token that asked; null for changes that the service made itself.
  actor text,
  detail text NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX recalibration_log_by_workspace ON recalibration_log (workspace_id, kind, number);

ALTER TABLE workflow_outbox DROP CONSTRAINT workflow_outbox_kind_check;
ALTER TABLE workflow_outbox ADD CONSTRAINT workflow_outbox_kind_check CHECK (kind IN (
  'start_report_run', 'cancel_report_run', 'nudge_dispatcher', 'cancel_occurrence', 'show_missed_occurrence',
  'start_comparison_run', 'cancel_comparison_run', 'start_experiment_run', 'cancel_experiment_run', 'start_calibration_fit'));
