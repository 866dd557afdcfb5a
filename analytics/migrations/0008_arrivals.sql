-- Judges look at answered requests in the order of their arrival, and at each once. What arrived after a place is found by the smallest
-- and greatest arrival of each granule: rows lie by workspace and hour, so that those of one granule arrived about together.

ALTER TABLE request_terminals_v1 ADD INDEX IF NOT EXISTS arrival arrival_seq TYPE minmax GRANULARITY 1;
