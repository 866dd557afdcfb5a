-- Up Migration

-- Arrival sequence of the first evaluation of a component; null while none came. Reads of facts that lie below it need not
-- look for evaluations. Of workspaces that are there already, and of those that an older version makes, nobody knows: they
-- are looked through.
ALTER TABLE ingest_own_sequences ADD COLUMN first_evaluated_seq bigint DEFAULT 0;
