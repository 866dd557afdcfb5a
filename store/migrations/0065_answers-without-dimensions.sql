-- Up Migration

-- The answer of a run for readers from whom values of dimensions are withheld, as JSON text, and its sizes. It is
-- stored, so that the duration of a read does not depend on the number of values. Null if the answer has no values.
ALTER TABLE report_answers ADD COLUMN answer_without_dimensions text;
ALTER TABLE report_runs
  ADD COLUMN group_count_without_dimensions integer,
  ADD COLUMN byte_count_without_dimensions integer,
  -- Also without money.
  ADD COLUMN redacted_byte_count_without_dimensions integer;
