-- Up Migration

-- Whose traffic is missing, where the lines that are missing said it. Null is the whole workspace: of older gaps nobody knows it.
ALTER TABLE ingest_gaps ADD COLUMN environment_id text;
