-- Up Migration

-- A named way into an environment, and the release that serves it now. It is changed under a guard on the release that is
-- replaced, with the environment's row locked, whose chain of releases the change belongs to.
CREATE TABLE serving_routes (
  route_id text PRIMARY KEY,
  environment_id text NOT NULL REFERENCES environments,
  name text NOT NULL,
  release_id text NOT NULL REFERENCES releases,
  created_at timestamptz NOT NULL,
  CONSTRAINT serving_route_name UNIQUE (environment_id, name)
);

CREATE INDEX serving_routes_by_environment ON serving_routes (environment_id, created_at DESC, route_id DESC);

-- What a release that was made for a route asks of which model. Nothing changes it.
CREATE TABLE serving_releases (
  release_id text PRIMARY KEY REFERENCES releases,
  route_id text NOT NULL REFERENCES serving_routes DEFERRABLE INITIALLY DEFERRED,
  target jsonb NOT NULL
);
