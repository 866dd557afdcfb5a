-- Up Migration

-- Every validation of a judge, one behind the other; the newest of a subject holds. None is ever changed.
CREATE TABLE judge_validations (
  validation_id text PRIMARY KEY,
  subject_id text NOT NULL,
  -- From 1: of two that are recorded at once, one is.
  number integer NOT NULL CHECK (number > 0),
  judge_id text NOT NULL,
  model text NOT NULL,
  prompt_sha text NOT NULL,
  eval_ver text NOT NULL,
  metric text NOT NULL,
  segment text NOT NULL,
  -- The gold set that it was made on.
  gold_revision text NOT NULL,
  at timestamptz NOT NULL,
  promoted boolean NOT NULL,
  -- What became of the promotion; null where it stayed.
  change text CHECK (change IN ('promoted', 'repromoted', 'demoted', 'refused')),
  -- Whether another version of the judge was promoted when this one was first validated.
  resets boolean NOT NULL,
  -- What was measured, as the API shows it; checked when it is read.
  record jsonb NOT NULL,
  UNIQUE (subject_id, number)
);
