-- Up Migration

-- How far each evaluator has looked: up to this place in the order of arrival.
CREATE TABLE judge_reading (
  evaluator_id text PRIMARY KEY,
  read_through bigint NOT NULL
);

-- Requests that an evaluator took on, each once ever.
CREATE TABLE judge_scorings (
  scoring_id text PRIMARY KEY,
  evaluator_id text NOT NULL,
  workspace_id text NOT NULL,
  logical_request_id text NOT NULL,
  -- What the outcome has of its request.
  request jsonb NOT NULL,
  -- The method by which it was taken on.
  prompt_sha text NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'judged', 'failed')),
  -- Of a failed one.
  failure_code text NOT NULL DEFAULT '',
  -- Of a judged one.
  verdict text CHECK (verdict IN ('pass', 'fail', 'abstained')),
  is_split boolean,
  taken_at timestamptz NOT NULL,
  -- An open one is left alone until then.
  due_at timestamptz NOT NULL,
  ended_at timestamptz,
  CONSTRAINT judge_scoring_once UNIQUE (evaluator_id, workspace_id, logical_request_id),
  CONSTRAINT judge_scoring_ended CHECK ((state = 'open') = (ended_at IS NULL)),
  CONSTRAINT judge_scoring_judged CHECK ((state = 'judged') = (verdict IS NOT NULL) AND (verdict IS NULL) = (is_split IS NULL)),
  CONSTRAINT judge_scoring_failed CHECK ((state = 'failed') = (failure_code <> ''))
);
CREATE INDEX judge_scorings_open ON judge_scorings (due_at, scoring_id) WHERE state = 'open';
CREATE INDEX judge_scorings_ended ON judge_scorings (ended_at) WHERE ended_at IS NOT NULL;

-- What the calls of an evaluator cost in a day of UTC, by which its cap is held.
CREATE TABLE judge_spend (
  evaluator_id text NOT NULL,
  day date NOT NULL,
  reserved_nano_usd numeric(38, 0) NOT NULL CHECK (reserved_nano_usd >= 0),
  settled_nano_usd numeric(38, 0) NOT NULL DEFAULT 0 CHECK (settled_nano_usd >= 0),
  PRIMARY KEY (evaluator_id, day)
);

-- One paid call: of a seat for a request. There is at most one of each, whatever became of it.
CREATE TABLE judge_calls (
  call_id text PRIMARY KEY,
  scoring_id text NOT NULL REFERENCES judge_scorings,
  -- Place of the model among the seats of its evaluator, from 0.
  seat integer NOT NULL,
  provider text NOT NULL,
  model text NOT NULL,
  -- The day that its last try counts for.
  day date NOT NULL,
  -- The most that it can cost; held against the day until the call is settled.
  reserved_nano_usd numeric(38, 0) NOT NULL CHECK (reserved_nano_usd >= 0),
  -- Reserved until it is known how it ended. What was never sent or refused is released and may be made again by its row.
  state text NOT NULL CHECK (
    state IN ('reserved', 'answered', 'never_sent', 'refused', 'failed_with_bill', 'effect_unknown')
  ),
  fault text NOT NULL DEFAULT '',
  -- Whether it is over: then it has a vote, or has failed for good.
  is_final boolean NOT NULL DEFAULT false,
  vote text CHECK (vote IN ('pass', 'fail', 'abstained')),
  attempt integer NOT NULL DEFAULT 1 CHECK (attempt >= 1),
  -- What was charged: the price, or the reservation where price or effect are unknown. Null as long as it is reserved.
  settled_nano_usd numeric(38, 0) CHECK (settled_nano_usd >= 0),
  price jsonb,
  usage jsonb,
  answered_model text,
  provider_request_id text,
  reserved_at timestamptz NOT NULL,
  settled_at timestamptz,
  CONSTRAINT judge_call_once UNIQUE (scoring_id, seat),
  CONSTRAINT judge_call_settled CHECK (
    (state = 'reserved') = (settled_at IS NULL) AND (settled_at IS NULL) = (settled_nano_usd IS NULL)
  ),
  CONSTRAINT judge_call_final CHECK (
    (NOT is_final OR state <> 'reserved') AND (vote IS NULL OR (is_final AND state = 'answered'))
  )
);
CREATE INDEX judge_calls_reserved ON judge_calls (scoring_id) WHERE state = 'reserved';
