-- Whether a request streamed may be something that nobody said. Rows from before say no where nothing was said, and stay as they are.

ALTER TABLE request_admissions_v1 ADD COLUMN IF NOT EXISTS streaming_unknown Bool COMMENT 'Nobody said whether the caller asked for a stream; streaming is false then';

ALTER TABLE request_terminals_v1 ADD COLUMN IF NOT EXISTS streaming_unknown Bool COMMENT 'Nobody said whether the caller asked for a stream; streaming is false then';

ALTER TABLE replaced_terminals_v1 ADD COLUMN IF NOT EXISTS streaming_unknown Bool COMMENT 'Nobody said whether the caller asked for a stream; streaming is false then';
