-- Up Migration

-- Arrival sequence of the first cancellation that took the place of another ending; null while none did. Reads of facts that
-- lie below it need not look for endings that were replaced.
ALTER TABLE ingest_own_sequences ADD COLUMN first_replaced_seq bigint;

UPDATE ingest_own_sequences AS own SET first_replaced_seq = known.seq
FROM (
  SELECT ending -> 'row' ->> 'workspace_id' AS workspace_id, min(first_seq + (ending ->> 'index')::int) AS seq
  FROM ingest_batches, jsonb_array_elements(replaced) AS ending
  GROUP BY 1
) AS known
WHERE known.workspace_id = own.workspace_id;
