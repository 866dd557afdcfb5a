-- Up Migration

-- Each process of the gateway states its host, its build and its configuration file. Processes of earlier versions state nothing.
-- `decommissioned_at` is the time at which a person confirmed that a silent process is gone; a later heartbeat clears it.
ALTER TABLE gateway_processes
  ADD COLUMN host_name text,
  ADD COLUMN build_version text,
  ADD COLUMN build_commit text,
  ADD COLUMN configuration_digest text,
  ADD COLUMN configuration_loaded_at timestamptz,
  ADD COLUMN decommissioned_at timestamptz;
CREATE INDEX gateway_processes_by_start ON gateway_processes (started_at, process_id);

-- The texts of the configuration files that gateway processes loaded, each once, without secrets. A text stays as long as a process
-- names it.
CREATE TABLE gateway_configurations (
  -- `sha256:` and 64 hexadecimal digits over the bytes of the file.
  digest text PRIMARY KEY,
  content text NOT NULL,
  -- The number of places that are hidden in the text.
  redactions integer NOT NULL,
  stored_at timestamptz NOT NULL
);
