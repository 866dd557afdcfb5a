-- Up Migration

-- Experiments, their runs, the cells of runs and the calls that runs pay for. All tables are new, so existing data is unchanged.

-- An experiment: everything that it declares before anything is scored. Nothing changes it.
CREATE TABLE quality_experiments (
  experiment_id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces,
  name text NOT NULL DEFAULT '',
  declaration jsonb NOT NULL,
  -- The digest of the pinned dataset version.
  pinned_digest text NOT NULL,
  -- The management user or token that created it.
  created_by text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL
);
CREATE INDEX quality_experiments_by_workspace ON quality_experiments (workspace_id, created_at DESC, experiment_id DESC);

-- A run over the pinned dataset version. A run that was refused is stored like one that was scored.
CREATE TABLE quality_experiment_runs (
  run_id text PRIMARY KEY,
  experiment_id text NOT NULL REFERENCES quality_experiments,
  workspace_id text NOT NULL REFERENCES workspaces,
  state text NOT NULL CHECK (state IN ('running', 'complete', 'refused')),
  -- Code, need, have and text; null unless refused.
  refusal jsonb,
  -- The digest of the members and the judges that the run was begun with; null until then.
  dataset_digest text,
  judges jsonb,
  items integer,
  excluded_items integer,
  -- What the figures depend on besides the cells; written at the end of a run that was begun.
  facts jsonb,
  -- The figures that follow from cells and facts, so that reads need not compute them again.
  result jsonb,
  -- The most that the run may spend on its arms and judges together.
  spend_ceiling_nano_usd numeric(38, 0) NOT NULL CHECK (spend_ceiling_nano_usd >= 0),
  reserved_nano_usd numeric(38, 0) NOT NULL DEFAULT 0 CHECK (reserved_nano_usd >= 0),
  settled_nano_usd numeric(38, 0) NOT NULL DEFAULT 0 CHECK (settled_nano_usd >= 0),
  started_by text NOT NULL DEFAULT '',
  canceled_by text NOT NULL DEFAULT '',
  started_at timestamptz NOT NULL,
  ended_at timestamptz,
  cancel_requested_at timestamptz,
  -- When cells were last prepared, a call was last begun, or the start of the workflow was last ordered anew.
  touched_at timestamptz NOT NULL,
  CONSTRAINT quality_experiment_run_ended CHECK ((ended_at IS NULL) = (state = 'running')),
  CONSTRAINT quality_experiment_run_refused CHECK ((refusal IS NOT NULL) = (state = 'refused')),
  CONSTRAINT quality_experiment_run_begun CHECK (num_nonnulls(dataset_digest, judges, items, excluded_items) IN (0, 4))
);
CREATE INDEX quality_experiment_runs_by_workspace ON quality_experiment_runs (workspace_id, started_at DESC, run_id DESC);
CREATE INDEX quality_experiment_runs_by_experiment ON quality_experiment_runs (experiment_id, started_at DESC, run_id DESC);
-- An experiment has one running run at a time.
CREATE UNIQUE INDEX quality_experiment_run_at_a_time ON quality_experiment_runs (experiment_id) WHERE state = 'running';
CREATE INDEX quality_experiment_runs_going_on ON quality_experiment_runs (started_at) WHERE state = 'running';

-- One item on one arm. The rows of a run are written when it begins.
CREATE TABLE quality_experiment_cells (
  run_id text NOT NULL REFERENCES quality_experiment_runs,
  -- The place of the item in the dataset version, from 0.
  position integer NOT NULL CHECK (position >= 0),
  arm text NOT NULL,
  request_id text NOT NULL,
  segment text NOT NULL DEFAULT '',
  trace_id text NOT NULL DEFAULT '',
  -- Planned until its material is looked up; intended until it has an answer; answered until it has a verdict.
  state text NOT NULL DEFAULT 'planned' CHECK (state IN ('planned', 'intended', 'answered', 'ended')),
  -- The scope and dimensions of the request, which its calls repeat in traffic.
  request jsonb,
  -- The request whose stored content is judged: the item itself, or its shadow. Null for a replay, whose answer is in the cell.
  content jsonb,
  -- The answer of a replay, only until it has a verdict or the run ends.
  answer text,
  verdict text CHECK (verdict IN ('pass', 'fail', 'abstained', 'unscored')),
  -- Of an unscored cell.
  reason text NOT NULL DEFAULT '',
  -- The cost of the answer; null if no price is known.
  cost_nano_usd numeric(38, 0) CHECK (cost_nano_usd >= 0),
  judge_subject text NOT NULL DEFAULT '',
  ended_at timestamptz,
  PRIMARY KEY (run_id, position, arm),
  CONSTRAINT quality_experiment_cell_ended CHECK (
    (state = 'ended') = (ended_at IS NOT NULL) AND (state = 'ended') = (verdict IS NOT NULL)
  ),
  CONSTRAINT quality_experiment_cell_reason CHECK ((verdict IS NOT DISTINCT FROM 'unscored') = (reason <> '')),
  CONSTRAINT quality_experiment_cell_answer CHECK (answer IS NULL OR state = 'answered')
);
CREATE INDEX quality_experiment_cells_open ON quality_experiment_cells (run_id, state, position, arm) WHERE state <> 'ended';

-- One paid call: of an arm for a cell, or of a seat of its judge. There is at most one of each, whatever became of it.
CREATE TABLE quality_experiment_calls (
  call_id text PRIMARY KEY,
  run_id text NOT NULL,
  position integer NOT NULL,
  arm text NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('comparison', 'judge')),
  -- The place of the model among the seats of the judge, from 0; 0 for an arm.
  seat integer NOT NULL DEFAULT 0 CHECK (seat >= 0),
  -- What bounds the calls in flight: the connection, or the seat of an evaluator.
  lane text NOT NULL,
  -- Null for a judge, whose connection the configuration file defines.
  connection_id text REFERENCES provider_connections,
  provider text NOT NULL,
  model text NOT NULL,
  reserved_nano_usd numeric(38, 0) NOT NULL CHECK (reserved_nano_usd >= 0),
  state text NOT NULL CHECK (
    state IN ('reserved', 'answered', 'never_sent', 'refused', 'failed_with_bill', 'effect_unknown')
  ),
  fault text NOT NULL DEFAULT '',
  -- True if it is over: the call has an answer or a vote, or has failed for good.
  is_final boolean NOT NULL DEFAULT false,
  vote text CHECK (vote IN ('pass', 'fail', 'abstained')),
  attempt integer NOT NULL DEFAULT 1 CHECK (attempt >= 1),
  settled_nano_usd numeric(38, 0) CHECK (settled_nano_usd >= 0),
  price jsonb,
  usage jsonb,
  answered_model text,
  provider_request_id text,
  reserved_at timestamptz NOT NULL,
  settled_at timestamptz,
  FOREIGN KEY (run_id, position, arm) REFERENCES quality_experiment_cells,
  CONSTRAINT quality_experiment_call_once UNIQUE (run_id, position, arm, purpose, seat),
  CONSTRAINT quality_experiment_call_settled CHECK (
    (state = 'reserved') = (settled_at IS NULL) AND (settled_at IS NULL) = (settled_nano_usd IS NULL)
  ),
  CONSTRAINT quality_experiment_call_final CHECK (
    (NOT is_final OR state <> 'reserved') AND (vote IS NULL OR (is_final AND state = 'answered'))
  )
);
CREATE INDEX quality_experiment_calls_in_flight ON quality_experiment_calls (lane) WHERE state = 'reserved';

ALTER TABLE workflow_outbox DROP CONSTRAINT workflow_outbox_kind_check;
ALTER TABLE workflow_outbox ADD CONSTRAINT workflow_outbox_kind_check CHECK (kind IN (
  'start_report_run', 'cancel_report_run', 'nudge_dispatcher', 'cancel_occurrence', 'show_missed_occurrence',
  'start_comparison_run', 'cancel_comparison_run', 'start_experiment_run', 'cancel_experiment_run'));
