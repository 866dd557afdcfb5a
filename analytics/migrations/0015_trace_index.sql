-- The facts of one trace are found by a filter of the trace ids in each granule. Facts lie by hour, so those of a trace are close
-- together, and a read of one trace in a window of a month reads few granules. Parts from before get the index here.

ALTER TABLE request_admissions_v1 ADD INDEX IF NOT EXISTS trace trace_id TYPE bloom_filter(0.01) GRANULARITY 1;
ALTER TABLE request_admissions_v1 MATERIALIZE INDEX trace;
ALTER TABLE request_terminals_v1 ADD INDEX IF NOT EXISTS trace trace_id TYPE bloom_filter(0.01) GRANULARITY 1;
ALTER TABLE request_terminals_v1 MATERIALIZE INDEX trace;
ALTER TABLE attempts_v1 ADD INDEX IF NOT EXISTS trace trace_id TYPE bloom_filter(0.01) GRANULARITY 1;
ALTER TABLE attempts_v1 MATERIALIZE INDEX trace;
ALTER TABLE cost_effects_v1 ADD INDEX IF NOT EXISTS trace trace_id TYPE bloom_filter(0.01) GRANULARITY 1;
ALTER TABLE cost_effects_v1 MATERIALIZE INDEX trace;
