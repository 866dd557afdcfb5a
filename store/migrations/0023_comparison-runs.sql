-- Up Migration

-- Set by the first preflight; from then on nothing changes the rule.
ALTER TABLE comparisons ADD COLUMN rule_fixed_at timestamptz,
  ADD CONSTRAINT comparison_rule_fixed CHECK (rule_fixed_at IS NULL OR acceptance_rule IS NOT NULL);

-- What a workspace may spend on comparisons in all. Without a row it may spend nothing. Both sums are moved by guarded updates.
CREATE TABLE comparison_budgets (
  workspace_id text PRIMARY KEY REFERENCES workspaces,
  limit_nano_usd numeric(38, 0) NOT NULL CHECK (limit_nano_usd >= 0),
  reserved_nano_usd numeric(38, 0) NOT NULL DEFAULT 0 CHECK (reserved_nano_usd >= 0),
  settled_nano_usd numeric(38, 0) NOT NULL DEFAULT 0 CHECK (settled_nano_usd >= 0),
  changed_at timestamptz NOT NULL
);

-- A run: what it was to do stays as its preflight wrote it, and then its state goes forward.
CREATE TABLE comparison_runs (
  run_id text PRIMARY KEY,
  comparison_id text NOT NULL REFERENCES comparisons,
  sample_id text NOT NULL REFERENCES comparison_samples,
  -- Everything that decides what is sent, to whom, and how it is judged.
  plan jsonb NOT NULL,
  plan_digest text NOT NULL,
  acceptance_rule jsonb NOT NULL,
  -- What was known of it before it was paid.
  forecast jsonb NOT NULL,
  -- Null where a model of the plan has no price.
  cost_at_least_nano_usd numeric(38, 0),
  cost_likely_nano_usd numeric(38, 0),
  cost_at_most_nano_usd numeric(38, 0),
  state text NOT NULL CHECK (
    state IN ('preflight', 'queued', 'arms_running', 'scoring', 'complete', 'partial', 'abandoned')
  ),
  -- Of an abandoned run.
  failure_code text NOT NULL DEFAULT '',
  -- What the run may spend in all, and of that on its judge; from its start on.
  spend_ceiling_nano_usd numeric(38, 0) CHECK (spend_ceiling_nano_usd >= 0),
  judge_ceiling_nano_usd numeric(38, 0) CHECK (judge_ceiling_nano_usd >= 0),
  -- Of arms and judge together, and what of it is the judge's.
  reserved_nano_usd numeric(38, 0) NOT NULL DEFAULT 0 CHECK (reserved_nano_usd >= 0),
  settled_nano_usd numeric(38, 0) NOT NULL DEFAULT 0 CHECK (settled_nano_usd >= 0),
  judge_reserved_nano_usd numeric(38, 0) NOT NULL DEFAULT 0 CHECK (judge_reserved_nano_usd >= 0),
  judge_settled_nano_usd numeric(38, 0) NOT NULL DEFAULT 0 CHECK (judge_settled_nano_usd >= 0),
  planned_by text NOT NULL REFERENCES subjects,
  started_by text REFERENCES subjects,
  canceled_by text REFERENCES subjects,
  created_at timestamptz NOT NULL,
  queued_at timestamptz,
  arms_running_at timestamptz,
  scoring_at timestamptz,
  ended_at timestamptz,
  cancel_requested_at timestamptz,
  -- When a call was last begun, or the start of its workflow last ordered anew; null until then.
  touched_at timestamptz,
  CONSTRAINT comparison_run_started CHECK (
    (state = 'preflight' OR state = 'abandoned' OR spend_ceiling_nano_usd IS NOT NULL)
    AND num_nonnulls(queued_at, started_by, spend_ceiling_nano_usd) IN (0, 3)
  ),
  CONSTRAINT comparison_run_ended CHECK ((ended_at IS NOT NULL) = (state IN ('complete', 'partial', 'abandoned')))
);

CREATE INDEX comparison_runs_by_comparison ON comparison_runs (comparison_id, created_at DESC, run_id DESC);
CREATE INDEX comparison_runs_by_sample ON comparison_runs (sample_id);
CREATE INDEX comparison_runs_going_on ON comparison_runs (queued_at) WHERE state IN ('queued', 'arms_running', 'scoring');

-- One case on one arm. The rows of a run are there from its start on.
CREATE TABLE comparison_cells (
  run_id text NOT NULL REFERENCES comparison_runs,
  -- Place of the case in the sample, from 0.
  position integer NOT NULL,
  arm text NOT NULL CHECK (arm IN ('baseline', 'candidate')),
  case_id text NOT NULL,
  version bigint NOT NULL,
  critical boolean NOT NULL,
  state text NOT NULL DEFAULT 'intended' CHECK (state IN ('intended', 'dispatched', 'answered', 'failed')),
  -- Of a failed cell.
  failure_code text NOT NULL DEFAULT '',
  answer text,
  -- Milliseconds until the answer was whole.
  duration_ms integer,
  ended_at timestamptz,
  PRIMARY KEY (run_id, position, arm),
  FOREIGN KEY (case_id, version) REFERENCES comparison_case_versions,
  CONSTRAINT comparison_cell_ended CHECK ((ended_at IS NOT NULL) = (state IN ('answered', 'failed'))),
  CONSTRAINT comparison_cell_answered CHECK ((answer IS NOT NULL) = (state = 'answered'))
);

-- One paid call: of a cell, or of the judge for a cell. There is at most one of each, whatever became of it.
CREATE TABLE comparison_calls (
  call_id text PRIMARY KEY,
  run_id text NOT NULL,
  position integer NOT NULL,
  arm text NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('comparison', 'judge')),
  connection_id text NOT NULL REFERENCES provider_connections,
  model text NOT NULL,
  -- The most that it can cost; held against run and budget until the call is settled.
  reserved_nano_usd numeric(38, 0) NOT NULL CHECK (reserved_nano_usd >= 0),
  -- Reserved until it is known how it ended. What was never sent or refused is released and may be made again by its row.
  state text NOT NULL CHECK (
    state IN ('reserved', 'answered', 'never_sent', 'refused', 'failed_with_bill', 'effect_unknown')
  ),
  fault text NOT NULL DEFAULT '',
  attempt integer NOT NULL DEFAULT 1 CHECK (attempt >= 1),
  -- What was charged: the price, or the reservation where price or effect are unknown. Null as long as it is reserved.
  settled_nano_usd numeric(38, 0) CHECK (settled_nano_usd >= 0),
  -- The price that the provider's usage has, or why there is none; null where there was no bill.
  price jsonb,
  usage jsonb,
  answered_model text,
  provider_request_id text,
  reserved_at timestamptz NOT NULL,
  settled_at timestamptz,
  FOREIGN KEY (run_id, position, arm) REFERENCES comparison_cells,
  CONSTRAINT comparison_call_once UNIQUE (run_id, position, arm, purpose),
  CONSTRAINT comparison_call_settled CHECK (
    (state = 'reserved') = (settled_at IS NULL) AND (settled_at IS NULL) = (settled_nano_usd IS NULL)
  )
);

-- What one source said of one cell. Nothing changes it: a human verdict stands beside the machine's, and a newer one beside both.
CREATE TABLE comparison_verdicts (
  verdict_id text PRIMARY KEY,
  run_id text NOT NULL,
  position integer NOT NULL,
  arm text NOT NULL,
  source text NOT NULL CHECK (source IN ('label_check', 'judge', 'human')),
  outcome text NOT NULL CHECK (outcome IN ('pass', 'fail', 'unknown')),
  -- Of an unknown one.
  reason_code text NOT NULL DEFAULT '',
  -- Why, in the words of the judge or of the person.
  rationale text NOT NULL DEFAULT '',
  -- Of a human verdict.
  subject_id text REFERENCES subjects,
  created_at timestamptz NOT NULL,
  FOREIGN KEY (run_id, position, arm) REFERENCES comparison_cells,
  CONSTRAINT comparison_verdict_reason CHECK ((outcome = 'unknown') = (reason_code <> '')),
  CONSTRAINT comparison_verdict_person CHECK ((source = 'human') = (subject_id IS NOT NULL))
);

CREATE INDEX comparison_verdicts_by_run ON comparison_verdicts (run_id, created_at DESC, verdict_id DESC);
-- A machine says it once.
CREATE UNIQUE INDEX comparison_verdict_of_machine ON comparison_verdicts (run_id, position, arm) WHERE source <> 'human';

-- What was decided from the verdicts of a run. Nothing changes it; the newest one counts.
CREATE TABLE comparison_decisions (
  decision_id text PRIMARY KEY,
  run_id text NOT NULL REFERENCES comparison_runs,
  -- Counts the decisions of a run from 1: two at once cannot both be the next.
  number integer NOT NULL,
  action text NOT NULL CHECK (action IN ('keep_route', 'change_route')),
  outcome text NOT NULL CHECK (outcome IN ('meets_bar', 'does_not_meet_bar', 'not_enough_evidence')),
  -- Each clause of the rule, with what decided it.
  clauses jsonb NOT NULL,
  -- Over the verdicts that were in force.
  verdicts_digest text NOT NULL,
  note text NOT NULL DEFAULT '',
  -- What the route is served by since, where it was changed.
  release_id text REFERENCES releases,
  decided_by text NOT NULL REFERENCES subjects,
  decided_at timestamptz NOT NULL,
  CONSTRAINT comparison_decision_number UNIQUE (run_id, number),
  CONSTRAINT comparison_decision_release CHECK ((release_id IS NOT NULL) = (action = 'change_route'))
);

ALTER TABLE workflow_outbox DROP CONSTRAINT workflow_outbox_kind_check;
ALTER TABLE workflow_outbox ADD CONSTRAINT workflow_outbox_kind_check CHECK (kind IN (
  'start_report_run', 'cancel_report_run', 'nudge_dispatcher', 'cancel_occurrence', 'show_missed_occurrence',
  'start_comparison_run', 'cancel_comparison_run'));
