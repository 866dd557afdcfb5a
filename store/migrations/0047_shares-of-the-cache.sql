-- Up Migration

-- Whose answers an entry holds: each organization has a share of the cache. Null of an entry that a process of the version before kept; those share
-- one share until they expire. And how much an entry takes of the bound of the cache, with the words and the vector by which others find it.
ALTER TABLE cache_entries ADD COLUMN organization_id text,
  ADD COLUMN kept_bytes integer NOT NULL GENERATED ALWAYS AS
    (octet_length(body) + coalesce(octet_length(words), 0) + coalesce(octet_length(vector), 0)) STORED;
CREATE INDEX cache_entries_by_share ON cache_entries (organization_id, created_at DESC, entry_id DESC) INCLUDE (kept_bytes);
