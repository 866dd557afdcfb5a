-- Up Migration

-- A question about a route of an environment. Its rule may be declared later, and stays from the first preflight on.
CREATE TABLE comparisons (
  comparison_id text PRIMARY KEY,
  environment_id text NOT NULL REFERENCES environments,
  route_id text NOT NULL REFERENCES serving_routes,
  name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('labeled', 'judged')),
  acceptance_rule jsonb,
  created_by text NOT NULL REFERENCES subjects,
  created_at timestamptz NOT NULL
);

CREATE INDEX comparisons_by_environment ON comparisons (environment_id, created_at DESC, comparison_id DESC);

-- A sample set. Nothing changes it, nor which cases it has.
CREATE TABLE comparison_samples (
  sample_id text PRIMARY KEY,
  comparison_id text NOT NULL REFERENCES comparisons,
  digest text NOT NULL,
  published_by text NOT NULL REFERENCES subjects,
  published_at timestamptz NOT NULL
);

CREATE TABLE comparison_sample_cases (
  sample_id text NOT NULL REFERENCES comparison_samples,
  position integer NOT NULL,
  case_id text NOT NULL,
  version bigint NOT NULL,
  PRIMARY KEY (sample_id, position),
  CONSTRAINT sample_case_once UNIQUE (sample_id, case_id),
  FOREIGN KEY (case_id, version) REFERENCES comparison_case_versions
);
