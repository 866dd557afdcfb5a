-- Up Migration

-- A runtime credential writes the traffic of one environment. One from before names none, and opens nothing.
ALTER TABLE credentials
  ADD COLUMN environment_id text REFERENCES environments,
  ADD CONSTRAINT credentials_environment_check CHECK (environment_id IS NULL OR class = 'runtime');
