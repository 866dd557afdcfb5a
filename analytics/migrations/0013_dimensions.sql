-- Dimensions of requests, which every event repeats: who spent it. Facts from before have none; `npm run rebuild-facts` reads them from
-- the journal. They are in no identity: an event that arrives again with other dimensions is a repetition.

ALTER TABLE request_admissions_v1
  ADD COLUMN IF NOT EXISTS user String COMMENT 'Who used the application, as the caller says; empty when absent',
  ADD COLUMN IF NOT EXISTS tenant String COMMENT 'Customer of the application, as the caller says; empty when absent',
  ADD COLUMN IF NOT EXISTS feature String COMMENT 'Feature of the application, as the caller says; empty when absent',
  ADD COLUMN IF NOT EXISTS agent String COMMENT 'Agent that made the request, as the caller says; empty when absent',
  ADD COLUMN IF NOT EXISTS step_class LowCardinality(String) COMMENT 'Kind of step: user_turn, tool_loop or provider_state; empty when absent',
  ADD COLUMN IF NOT EXISTS step_id String COMMENT 'Step of the trace; empty when absent',
  ADD COLUMN IF NOT EXISTS parent_id String COMMENT 'Step that caused this step; empty when absent',
  ADD COLUMN IF NOT EXISTS tool String COMMENT 'Tool whose result the request brings; empty when absent',
  ADD COLUMN IF NOT EXISTS key_id String COMMENT 'Virtual key of the gateway; empty when absent',
  ADD COLUMN IF NOT EXISTS tags Map(String, String) COMMENT 'Values of tags by their keys, as the caller says';

ALTER TABLE request_terminals_v1
  ADD COLUMN IF NOT EXISTS user String COMMENT 'Who used the application, as the caller says; empty when absent',
  ADD COLUMN IF NOT EXISTS tenant String COMMENT 'Customer of the application, as the caller says; empty when absent',
  ADD COLUMN IF NOT EXISTS feature String COMMENT 'Feature of the application, as the caller says; empty when absent',
  ADD COLUMN IF NOT EXISTS agent String COMMENT 'Agent that made the request, as the caller says; empty when absent',
  ADD COLUMN IF NOT EXISTS step_class LowCardinality(String) COMMENT 'Kind of step: user_turn, tool_loop or provider_state; empty when absent',
  ADD COLUMN IF NOT EXISTS step_id String COMMENT 'Step of the trace; empty when absent',
  ADD COLUMN IF NOT EXISTS parent_id String COMMENT 'Step that caused this step; empty when absent',
  ADD COLUMN IF NOT EXISTS tool String COMMENT 'Tool whose result the request brings; empty when absent',
  ADD COLUMN IF NOT EXISTS key_id String COMMENT 'Virtual key of the gateway; empty when absent',
  ADD COLUMN IF NOT EXISTS tags Map(String, String) COMMENT 'Values of tags by their keys, as the caller says';

ALTER TABLE attempts_v1
  ADD COLUMN IF NOT EXISTS user String COMMENT 'Who used the application, as the caller says; empty when absent',
  ADD COLUMN IF NOT EXISTS tenant String COMMENT 'Customer of the application, as the caller says; empty when absent',
  ADD COLUMN IF NOT EXISTS feature String COMMENT 'Feature of the application, as the caller says; empty when absent',
  ADD COLUMN IF NOT EXISTS agent String COMMENT 'Agent that made the request, as the caller says; empty when absent',
  ADD COLUMN IF NOT EXISTS step_class LowCardinality(String) COMMENT 'Kind of step: user_turn, tool_loop or provider_state; empty when absent',
  ADD COLUMN IF NOT EXISTS step_id String COMMENT 'Step of the trace; empty when absent',
  ADD COLUMN IF NOT EXISTS parent_id String COMMENT 'Step that caused this step; empty when absent',
  ADD COLUMN IF NOT EXISTS tool String COMMENT 'Tool whose result the request brings; empty when absent',
  ADD COLUMN IF NOT EXISTS key_id String COMMENT 'Virtual key of the gateway; empty when absent',
  ADD COLUMN IF NOT EXISTS tags Map(String, String) COMMENT 'Values of tags by their keys, as the caller says';

ALTER TABLE cost_effects_v1
  ADD COLUMN IF NOT EXISTS user String COMMENT 'Who used the application, as the caller says; empty when absent',
  ADD COLUMN IF NOT EXISTS tenant String COMMENT 'Customer of the application, as the caller says; empty when absent',
  ADD COLUMN IF NOT EXISTS feature String COMMENT 'Feature of the application, as the caller says; empty when absent',
  ADD COLUMN IF NOT EXISTS agent String COMMENT 'Agent that made the request, as the caller says; empty when absent',
  ADD COLUMN IF NOT EXISTS step_class LowCardinality(String) COMMENT 'Kind of step: user_turn, tool_loop or provider_state; empty when absent',
  ADD COLUMN IF NOT EXISTS step_id String COMMENT 'Step of the trace; empty when absent',
  ADD COLUMN IF NOT EXISTS parent_id String COMMENT 'Step that caused this step; empty when absent',
  ADD COLUMN IF NOT EXISTS tool String COMMENT 'Tool whose result the request brings; empty when absent',
  ADD COLUMN IF NOT EXISTS key_id String COMMENT 'Virtual key of the gateway; empty when absent',
  ADD COLUMN IF NOT EXISTS tags Map(String, String) COMMENT 'Values of tags by their keys, as the caller says';

ALTER TABLE feedback_verdicts_v1
  ADD COLUMN IF NOT EXISTS user String COMMENT 'Who used the application, as the caller says; empty when absent',
  ADD COLUMN IF NOT EXISTS tenant String COMMENT 'Customer of the application, as the caller says; empty when absent',
  ADD COLUMN IF NOT EXISTS feature String COMMENT 'Feature of the application, as the caller says; empty when absent',
  ADD COLUMN IF NOT EXISTS agent String COMMENT 'Agent that made the request, as the caller says; empty when absent',
  ADD COLUMN IF NOT EXISTS step_class LowCardinality(String) COMMENT 'Kind of step: user_turn, tool_loop or provider_state; empty when absent',
  ADD COLUMN IF NOT EXISTS step_id String COMMENT 'Step of the trace; empty when absent',
  ADD COLUMN IF NOT EXISTS parent_id String COMMENT 'Step that caused this step; empty when absent',
  ADD COLUMN IF NOT EXISTS tool String COMMENT 'Tool whose result the request brings; empty when absent',
  ADD COLUMN IF NOT EXISTS key_id String COMMENT 'Virtual key of the gateway; empty when absent',
  ADD COLUMN IF NOT EXISTS tags Map(String, String) COMMENT 'Values of tags by their keys, as the caller says';

ALTER TABLE protection_evaluations_v1
  ADD COLUMN IF NOT EXISTS user String COMMENT 'Who used the application, as the caller says; empty when absent',
  ADD COLUMN IF NOT EXISTS tenant String COMMENT 'Customer of the application, as the caller says; empty when absent',
  ADD COLUMN IF NOT EXISTS feature String COMMENT 'Feature of the application, as the caller says; empty when absent',
  ADD COLUMN IF NOT EXISTS agent String COMMENT 'Agent that made the request, as the caller says; empty when absent',
  ADD COLUMN IF NOT EXISTS step_class LowCardinality(String) COMMENT 'Kind of step: user_turn, tool_loop or provider_state; empty when absent',
  ADD COLUMN IF NOT EXISTS step_id String COMMENT 'Step of the trace; empty when absent',
  ADD COLUMN IF NOT EXISTS parent_id String COMMENT 'Step that caused this step; empty when absent',
  ADD COLUMN IF NOT EXISTS tool String COMMENT 'Tool whose result the request brings; empty when absent',
  ADD COLUMN IF NOT EXISTS key_id String COMMENT 'Virtual key of the gateway; empty when absent',
  ADD COLUMN IF NOT EXISTS tags Map(String, String) COMMENT 'Values of tags by their keys, as the caller says';

ALTER TABLE replaced_terminals_v1
  ADD COLUMN IF NOT EXISTS user String COMMENT 'Who used the application, as the caller says; empty when absent',
  ADD COLUMN IF NOT EXISTS tenant String COMMENT 'Customer of the application, as the caller says; empty when absent',
  ADD COLUMN IF NOT EXISTS feature String COMMENT 'Feature of the application, as the caller says; empty when absent',
  ADD COLUMN IF NOT EXISTS agent String COMMENT 'Agent that made the request, as the caller says; empty when absent',
  ADD COLUMN IF NOT EXISTS step_class LowCardinality(String) COMMENT 'Kind of step: user_turn, tool_loop or provider_state; empty when absent',
  ADD COLUMN IF NOT EXISTS step_id String COMMENT 'Step of the trace; empty when absent',
  ADD COLUMN IF NOT EXISTS parent_id String COMMENT 'Step that caused this step; empty when absent',
  ADD COLUMN IF NOT EXISTS tool String COMMENT 'Tool whose result the request brings; empty when absent',
  ADD COLUMN IF NOT EXISTS key_id String COMMENT 'Virtual key of the gateway; empty when absent',
  ADD COLUMN IF NOT EXISTS tags Map(String, String) COMMENT 'Values of tags by their keys, as the caller says';

ALTER TABLE outcomes_v1
  ADD COLUMN IF NOT EXISTS user String COMMENT 'Who used the application, as the caller says; empty when absent',
  ADD COLUMN IF NOT EXISTS tenant String COMMENT 'Customer of the application, as the caller says; empty when absent',
  ADD COLUMN IF NOT EXISTS feature String COMMENT 'Feature of the application, as the caller says; empty when absent',
  ADD COLUMN IF NOT EXISTS agent String COMMENT 'Agent that made the request, as the caller says; empty when absent',
  ADD COLUMN IF NOT EXISTS step_class LowCardinality(String) COMMENT 'Kind of step: user_turn, tool_loop or provider_state; empty when absent',
  ADD COLUMN IF NOT EXISTS step_id String COMMENT 'Step of the trace; empty when absent',
  ADD COLUMN IF NOT EXISTS parent_id String COMMENT 'Step that caused this step; empty when absent',
  ADD COLUMN IF NOT EXISTS tool String COMMENT 'Tool whose result the request brings; empty when absent',
  ADD COLUMN IF NOT EXISTS key_id String COMMENT 'Virtual key of the gateway; empty when absent',
  ADD COLUMN IF NOT EXISTS tags Map(String, String) COMMENT 'Values of tags by their keys, as the caller says';
