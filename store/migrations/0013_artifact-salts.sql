-- Up Migration

-- Null without an answer, and of answers that the version before stored: their digests hold no secret, and are shown to nobody
-- from whom money is withheld.
ALTER TABLE report_runs
  -- Digested with the answer, so that nobody can try guesses at what is withheld against the digest.
  ADD COLUMN artifact_salt text,
  -- The size of the answer as whoever may not read cost is shown it.
  ADD COLUMN redacted_byte_count integer;
