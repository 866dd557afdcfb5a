-- Up Migration

-- How far unpriced effects were asked of a table of prices: up to an arrival sequence, of one workspace, or of all where it is empty.
CREATE TABLE repricing_positions (
  revision text NOT NULL,
  workspace_id text NOT NULL,
  through_seq bigint NOT NULL,
  looked_at timestamptz NOT NULL,
  PRIMARY KEY (revision, workspace_id)
);
