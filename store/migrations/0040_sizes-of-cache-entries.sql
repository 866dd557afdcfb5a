-- Up Migration

-- How large each answer is, so that the bound of the cache is kept by an index, without reading a body.
ALTER TABLE cache_entries ADD COLUMN body_bytes integer NOT NULL GENERATED ALWAYS AS (octet_length(body)) STORED;
CREATE INDEX cache_entries_by_size ON cache_entries (created_at DESC, entry_id DESC) INCLUDE (body_bytes);
DROP INDEX cache_entries_by_age;
