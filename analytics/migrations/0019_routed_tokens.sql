-- The rule that chose the tier of a shadow call, and the number of input tokens by which it decided. A routing threshold is fitted on
-- them. Shadow calls from before state no tokens, so no fit reads them. Both are in no identity.

ALTER TABLE request_admissions_v1
  ADD COLUMN IF NOT EXISTS shadow_rule LowCardinality(String) COMMENT 'Routing rule that chose the tier of this shadow call; empty for every other request',
  ADD COLUMN IF NOT EXISTS shadow_input_tokens Nullable(UInt64) COMMENT 'Input tokens of this shadow call by the estimate of the gateway; null if unknown, and for every other request';
