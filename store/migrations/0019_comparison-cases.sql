-- Up Migration

-- What the answers of a gateway are tried with. A case is never removed: sample sets pin its versions.
CREATE TABLE comparison_cases (
  case_id text PRIMARY KEY,
  gateway_id text NOT NULL REFERENCES gateways,
  source text NOT NULL CHECK (source IN ('created', 'imported')),
  latest_version bigint NOT NULL,
  created_at timestamptz NOT NULL
);

CREATE INDEX comparison_cases_by_gateway ON comparison_cases (gateway_id, created_at DESC, case_id DESC);

-- One version of a case. Nothing changes it.
CREATE TABLE comparison_case_versions (
  case_id text NOT NULL REFERENCES comparison_cases,
  version bigint NOT NULL CHECK (version > 0),
  messages jsonb NOT NULL,
  label jsonb,
  reference_notes text NOT NULL,
  critical boolean NOT NULL,
  -- Null where an operator imported it.
  author text REFERENCES subjects,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (case_id, version)
);
