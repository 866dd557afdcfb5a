import type { ReadRefusals } from '../../../analytics/gateway/refusal-reader.ts';
import type { Clock } from '../../../domain/kernel/clock.ts';
import type { FindExclusions } from '../../../store/insight/exclusion-finder.ts';

/** The facts about refused calls. */
export interface RefusalSources {
  readonly read: ReadRefusals;
  readonly findExclusions: FindExclusions;
}

/** The ports of the refusals of governance; absent if the deployment has no ClickHouse. */
export interface RefusalPorts {
  readonly clock: Clock;
  readonly governanceRefusals?: RefusalSources;
}
