-- Why a call has no price, and what a later table of prices is asked for one. Rows from before say neither: their reason is unknown, and
-- they stay unpriced. Unpriced effects are found by when they arrived.

ALTER TABLE cost_effects_v1 ADD COLUMN IF NOT EXISTS unpriced_reason LowCardinality(String) COMMENT 'Why the table has no price; empty when priced or unknown';

ALTER TABLE cost_effects_v1 ADD COLUMN IF NOT EXISTS price_basis String COMMENT 'What a later table of prices is asked, as JSON; empty where none decides the price';

ALTER TABLE cost_effects_v1 ADD INDEX IF NOT EXISTS arrival arrival_seq TYPE minmax GRANULARITY 1;

ALTER TABLE cost_effects_v1 MATERIALIZE INDEX arrival;
