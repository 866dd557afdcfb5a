-- Up Migration

-- Evaluation datasets: references to requests, in versions. All tables are new, so existing data is unchanged.

CREATE TABLE quality_datasets (
  dataset_id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces,
  name text NOT NULL,
  builder text NOT NULL CHECK (
    builder IN ('from_filter', 'from_failures', 'from_annotation_queue', 'import', 'synthetic')
  ),
  -- The parameters of the build, without texts of requests.
  definition jsonb NOT NULL,
  latest_version integer NOT NULL CHECK (latest_version >= 1),
  -- The management user or token that created it.
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  deleted_by text,
  deleted_at timestamptz,
  CONSTRAINT quality_dataset_deleted CHECK ((deleted_at IS NULL) = (deleted_by IS NULL))
);
CREATE INDEX quality_datasets_by_workspace ON quality_datasets (workspace_id, created_at DESC, dataset_id DESC)
  WHERE deleted_at IS NULL;

-- A version and its counts. Nothing changes it.
CREATE TABLE quality_dataset_versions (
  dataset_id text NOT NULL REFERENCES quality_datasets,
  version integer NOT NULL CHECK (version >= 1),
  -- The digest of the members and their annotations.
  digest text NOT NULL,
  items integer NOT NULL CHECK (items >= 0),
  synthetic_items integer NOT NULL CHECK (synthetic_items BETWEEN 0 AND items),
  imported_items integer NOT NULL CHECK (imported_items BETWEEN 0 AND items),
  captured_bodies integer NOT NULL CHECK (captured_bodies BETWEEN 0 AND captured_requests),
  captured_requests integer NOT NULL CHECK (captured_requests BETWEEN 0 AND items),
  -- What the build or the edit left out.
  duplicate_requests integer NOT NULL CHECK (duplicate_requests >= 0),
  duplicate_contents integer NOT NULL CHECK (duplicate_contents >= 0),
  is_fit_eligible boolean NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (dataset_id, version)
);

-- The members. A row belongs to the versions from `from_version` to before `until_version`; null: to all later ones. An
-- edit of annotations ends the row, and adds one with the same position.
CREATE TABLE quality_dataset_items (
  dataset_id text NOT NULL REFERENCES quality_datasets,
  request_id text NOT NULL,
  from_version integer NOT NULL CHECK (from_version >= 1),
  until_version integer CHECK (until_version > from_version),
  -- The place among the members, from 0.
  position integer NOT NULL CHECK (position >= 0),
  workspace_id text NOT NULL REFERENCES workspaces,
  environment_id text NOT NULL,
  admitted_at timestamptz NOT NULL,
  kind text NOT NULL CHECK (kind IN ('captured', 'imported', 'synthetic')),
  segment text NOT NULL,
  -- SHA-256 of the captured request in hexadecimal; empty if it was not captured, or is erased.
  content_hash text NOT NULL,
  has_answer boolean NOT NULL,
  annotations jsonb NOT NULL,
  -- When an erasure of its user or of its time removed its annotations and its hash.
  erased_at timestamptz,
  PRIMARY KEY (dataset_id, request_id, from_version)
);
CREATE UNIQUE INDEX quality_dataset_item_once ON quality_dataset_items (dataset_id, request_id)
  WHERE until_version IS NULL;
CREATE INDEX quality_dataset_items_by_position ON quality_dataset_items (dataset_id, position);
-- Erasures ask for the members that are some requests, or that were admitted before a time.
CREATE INDEX quality_dataset_items_by_request ON quality_dataset_items (workspace_id, request_id);
CREATE INDEX quality_dataset_items_by_time ON quality_dataset_items (workspace_id, admitted_at) WHERE erased_at IS NULL;
