-- How the row of a label was chosen, as the lease of its annotator states it. Rows from before stay unstated: nobody knows their
-- design. It is in no identity, because a repeated label may arrive after its lease ended.

ALTER TABLE outcomes_v1
  ADD COLUMN IF NOT EXISTS label_strategy LowCardinality(String) COMMENT 'Strategy of the claim that offered the row; empty without a claim, and of other kinds than labels',
  ADD COLUMN IF NOT EXISTS label_probability Nullable(Float64) COMMENT 'Probability with which the claim drew the row; null unless the strategy is random';
