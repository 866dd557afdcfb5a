-- Up Migration

-- Of an entry that a rule of the kind `semantic` keeps: what a request must have in common with it to be compared, its last words, and where those
-- stand, as numbers of 32 bits one after the other. Null where it has no such words.
ALTER TABLE cache_entries ADD COLUMN partition_digest bytea, ADD COLUMN words text, ADD COLUMN vector bytea;
CREATE INDEX cache_entries_by_partition ON cache_entries (partition_digest, created_at DESC) WHERE partition_digest IS NOT NULL;

ALTER TABLE cache_figures DROP CONSTRAINT cache_figures_kind_check,
  ADD CONSTRAINT cache_figures_kind_check CHECK (kind IN ('', 'exact', 'normalized', 'semantic'));
